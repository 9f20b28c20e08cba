import Foundation
import Paceline
import PacelineEngine

/// A person who is signed in.
struct Member: Sendable {
    let id: Person.ID
    let token: String
    let session: Session

    static let password = "correct horse battery"
}

extension Engine {
    /// Signs up a person.
    func member(_ username: String) async throws -> Member {
        let signedIn = try await signUp(
            SignUp(username: username, password: Member.password, birthDate: Day(number: 1990_04_01)!))
        return Member(
            id: signedIn.person.id, token: signedIn.token,
            session: try await services(token: signedIn.token))
    }
}

extension Community {
    func member(_ username: String) async throws -> Member { try await engine.member(username) }

    /// Signs up a person who gets the role from the operator, signs in again, and creates recovery codes.
    func staffMember(_ username: String, _ role: StaffRole) async throws -> Member {
        let member = try await member(username)
        try await engine.setRole(of: username, to: role)
        let signedIn = try await engine.signIn(
            with: .password(username: username, password: Member.password))
        let session = try await engine.services(token: signedIn.token)
        _ = try await session.createRecoveryCodes()
        return Member(id: member.id, token: signedIn.token, session: session)
    }

    /// Signs up two people and makes them friends.
    func friends(_ first: String, _ second: String) async throws -> (Member, Member) {
        let (one, other) = (try await member(first), try await member(second))
        let request = try await one.session.request(RequestDraft(to: .person(.id(other.id))))
        _ = try await other.session.accept(request.id)
        return (one, other)
    }
}

extension Member {
    /// Publishes a rowing workout.
    /// - Parameter distance: in metres.
    @discardableResult
    func publish(distance: Double = 2_000, on day: Int = 1) async throws -> Workout {
        let draft = WorkoutDraft(
            type: .rowing, title: "Row",
            startedAt: Date(timeIntervalSince1970: 1_770_000_000 + Double(day) * 86_400),
            duration: 480, measures: WorkoutMeasures(distance: distance))
        return try await session.publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout
    }
}

/// Pictures built byte by byte: WebP, whose container has no checksums.
enum Pictures {
    /// A picture of 64 × 48.
    static let small = picture(byteCount: 64)

    /// Creates a picture of an exact size.
    /// - Parameter byteCount: the size in bytes; even, at least 40.
    static func picture(byteCount: Int) -> [UInt8] {
        let frame: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 64, 0, 48, 0]
        let pixels = frame + [UInt8](repeating: 0, count: byteCount - 20 - frame.count)
        return "RIFF".utf8 + size(byteCount - 8) + "WEBPVP8 ".utf8 + size(pixels.count) + pixels
    }

    private static func size(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
