import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// The community of one test, with its clock and people. It does not depend on any feature.
struct World: Sendable {
    let clock: TestClock
    /// Where people sign up and sign in.
    let community: any SignInService
    /// The engine, for background work.
    let engine: Engine
    /// The database, for checks that no service offers.
    let database: any Database

    static let password = "correct horse battery"

    /// Signs up a member with a username.
    func person(
        _ username: String, displayName: String? = nil, born birthDate: Int = 1990_05_17
    ) async throws -> Member {
        clock.tick()
        let signUp = SignUp(
            username: username, password: Self.password, displayName: displayName ?? username.capitalized,
            birthDate: try day(birthDate))
        return try await member(signingIn: try await community.signUp(signUp))
    }

    func people(_ one: String, _ two: String) async throws -> (Member, Member) {
        (try await person(one), try await person(two))
    }

    func people(_ one: String, _ two: String, _ three: String) async throws -> (Member, Member, Member) {
        (try await person(one), try await person(two), try await person(three))
    }

    func people(_ one: String, _ two: String, _ three: String, _ four: String) async throws -> (
        Member, Member, Member, Member
    ) {
        (try await person(one), try await person(two), try await person(three), try await person(four))
    }

    /// Signs up members named `crowd_0`, `crowd_1` and so on.
    func crowd(_ count: Int) async throws -> [Member] {
        var members: [Member] = []
        for index in 0..<count { members.append(try await person("crowd_\(index)")) }
        return members
    }

    /// Signs in with a new device; the account has no username yet.
    func newcomer() async throws -> Member {
        clock.tick()
        return try await member(
            signingIn: try await community.signIn(with: .device(secret: Credential.newDeviceSecret())))
    }

    /// Links a device to the person's account, and signs in with it.
    func signsInWithDevice(_ person: Member) async throws -> any SocialServices {
        let secret = Credential.newDeviceSecret()
        _ = try await person.services.link(.device(secret: secret))
        return try await community.services(
            token: try await community.signIn(with: .device(secret: secret)).token)
    }

    func member(signingIn signedIn: SignedIn) async throws -> Member {
        Member(
            id: signedIn.person.id, username: signedIn.person.username ?? "",
            services: try await community.services(token: signedIn.token), token: signedIn.token, clock: clock
        )
    }
}

/// The day from its number `yyyyMMdd`.
func day(_ number: Int) throws -> Day {
    guard let day = Day(number: number) else { throw NotADay(number: number) }
    return day
}

private struct NotADay: Error {
    let number: Int
}
