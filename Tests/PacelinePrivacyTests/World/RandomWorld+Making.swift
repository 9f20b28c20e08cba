import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Synchronization

extension RandomWorld {
    /// Creates five to seven people, and lets them perform random actions.
    static func make(seed: UInt64, in database: any Database) async throws -> RandomWorld {
        var random = SeededRandom(seed: seed)
        let clock = TickingClock(Self.now)
        let engine = try await Engine(
            database: database,
            // The log may have to wait for other tests on the same PostgreSQL server.
            environment: EngineEnvironment(
                now: { clock.next() }, passwordCost: .fast, logTimeout: .seconds(30)))
        var world = RandomWorld(seed: seed, database: database, engine: engine, clock: clock)
        for number in 0..<Int.random(in: 5...7, using: &random) { try await world.signUp(number, &random) }
        for part in parts { try await part.setUp(in: &world) }
        let steps = Int.random(in: 25...60, using: &random)
        for number in 0..<steps {
            let before = world
            if number == steps / 2 {
                clock.advance(to: midnight)
                world.celebrateBirthdays()
            } else {
                try await world.step(&random)
            }
            for part in parts { try await part.afterStep(since: before, in: &world) }
        }
        for part in parts { try await part.finish(in: &world) }
        return world
    }

    private mutating func signUp(_ number: Int, _ random: inout SeededRandom) async throws {
        let ages: [AgeGroup] = [.child, .unknown, .teenager, .adult, .adult, .adult]
        let age = ages.randomElement(using: &random) ?? .adult
        // Every other minor has a birthday.
        let birthDate = Self.birthDate(of: age, hasBirthday: number.isMultiple(of: 2))
        let username = "runner_\(number)"
        people.append(
            Participant(
                id: try await signUp(username, "Runner \(number)", birthDate), username: username,
                privacyLevel: age.defaultPrivacyLevel, age: age,
                ageTomorrow: AgeGroup(bornOn: birthDate, today: Self.today.adding(days: 1)),
                isShown: age != .child, masksMildWords: age != .adult))
    }

    /// - Parameter hasBirthday: whether a minor gets into the next age group at the next midnight.
    private static func birthDate(of age: AgeGroup, hasBirthday: Bool) -> Day? {
        let birthday = today.adding(days: 1)
        return switch age {
        case .child: hasBirthday ? birthday.adding(years: -AgeGroup.teenagerAge) : Day(number: 2016_01_15)
        case .teenager: hasBirthday ? birthday.adding(years: -AgeGroup.adultAge) : Day(number: 2011_01_15)
        case .adult: Day(number: 1990_01_15)
        case .unknown: nil
        }
    }

    /// Who was a child may be a teenager now, and who was a teenager an adult. Nothing else of theirs changes.
    private mutating func celebrateBirthdays() {
        for person in people.indices { people[person].age = people[person].ageTomorrow }
    }

    private func signUp(
        _ username: String, _ displayName: String, _ birthDate: Day?
    ) async throws -> Person.ID {
        if let birthDate {
            return try await engine.signUp(
                SignUp(
                    username: username, password: "correct horse \(username)", displayName: displayName,
                    birthDate: birthDate)
            ).person.id
        }
        let signedIn = try await engine.signIn(with: .device(secret: Credential.newDeviceSecret()))
        _ = try await engine.session(for: signedIn.person.id)
            .setUsername(username, with: AccountChanges(displayName: displayName))
        return signedIn.person.id
    }

    private mutating func step(_ random: inout SeededRandom) async throws {
        let one = Int.random(in: people.indices, using: &random)
        let other = Int.random(in: people.indices, using: &random)
        var place = Int.random(in: 0..<Self.steps.map(\.weight).reduce(0, +), using: &random)
        for step in Self.steps {
            guard place >= step.weight else { return try await step.act(&self, one, other, &random) }
            place -= step.weight
        }
    }

    /// The code of the error that the call throws; nil if it succeeds.
    func code(_ call: () async throws -> some Any) async throws -> SocialError.Code? {
        do {
            _ = try await call()
            return nil
        } catch let error as SocialError {
            return error.code
        }
    }
}

/// A clock that advances by a millisecond on every read.
final class TickingClock: Sendable {
    private let milliseconds: Mutex<Int64>

    init(_ start: Date) {
        milliseconds = Mutex(Int64(start.timeIntervalSince1970 * 1_000))
    }

    func advance(to instant: Date) {
        milliseconds.withLock { $0 = max($0, Int64(instant.timeIntervalSince1970 * 1_000)) }
    }

    func next() -> Date {
        milliseconds.withLock { milliseconds in
            milliseconds += 1
            return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        }
    }
}
