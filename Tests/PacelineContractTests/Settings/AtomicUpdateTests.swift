import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Atomic updates")
struct AtomicUpdateTests {
    /// Invalid because of its weekly goal.
    private static let rejected = SettingsChanges(
        pushNotifications: false, showOnLeaderboards: false, weeklyGoal: WeeklyGoal(minutes: 10_081))

    @Test(
        "an account and its settings change together or not at all", .world,
        arguments: Implementation.withHybrid)
    func account(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let session = try await session(of: try await world.person("ana"), in: world)
        let before = try await session.me()
        let changes = AccountChanges(displayName: "Anka", privacyLevel: .private)
        await expectError(.invalidValue) { try await session.update(changes, and: Self.rejected) }
        #expect(try await session.me() == before)
        let accepted = SettingsChanges(showOnLeaderboards: false)
        await expectError(.invalidValue, field: "email") {
            try await session.update(AccountChanges(email: "ana"), and: accepted)
        }
        #expect(try await session.me() == before)
        try await session.update(changes, and: accepted)
        let after = try await session.me()
        #expect(after.displayName == "Anka" && after.privacyLevel == .private)
        #expect(!after.settings.showOnLeaderboards)
    }

    @Test("signing up or in with an unknown time zone fails", .world, arguments: Implementation.withHybrid)
    func timeZone(_ implementation: Implementation) async throws {
        let engine = try await World.current(on: implementation).engine
        let signUp = SignUp(username: "eva", password: "a good password", birthDate: try day(1990_05_17))
        await expectError(.invalidValue, field: "timeZone") {
            _ = try await engine.signUp(signUp, timeZone: "Mars")
        }
        let secret = String(repeating: "s", count: 43)
        await expectError(.invalidValue, field: "timeZone") {
            _ = try await engine.signIn(withDevice: secret, timeZone: "Mars")
        }
        #expect(try await engine.availability(ofUsername: "eva").available)
    }

    @Test(
        "a rejected username leaves the account unchanged", .world,
        arguments: Implementation.withHybrid)
    func username(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        _ = try await world.person("ana")
        let session = try await session(of: try await world.newcomer(), in: world)
        let before = try await session.me()
        let changes = AccountChanges(displayName: "Anka", birthDate: try day(1990_05_17))
        for (name, code) in [("ana", SocialError.Code.usernameTaken), ("a", .usernameInvalid)] {
            await expectError(code, field: "username") {
                try await session.setUsername(name, with: changes)
            }
            #expect(try await session.me() == before)
        }
        let after = try await session.setUsername("anka", with: changes)
        #expect(after.username == "anka" && after.displayName == "Anka")
        #expect(after.birthDate == changes.birthDate)
    }

    @Test(
        "a workout and its photo change together or not at all", .world, arguments: Implementation.withHybrid
    )
    func photo(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let session = try await session(of: ana, in: world)
        let draft = WorkoutDraft.sample("2000m", startedAt: world.clock.now)
        let id = Workout.ID.random()
        let image = try StoredImage(sanitising: Pictures.plain)
        try await session.publish(draft, as: id, ifMatch: nil, photo: .replaced(by: image))
        #expect(try await session.photo(of: id) == image)
        let version = try await session.workout(id).version
        try await session.publish(draft, as: id, ifMatch: version, photo: .kept)
        await expectError(.preconditionFailed) {
            try await session.publish(draft, as: id, ifMatch: Version(number: 1), photo: .removed)
        }
        #expect(try await session.photo(of: id) == image)
        try await session.publish(draft, as: id, ifMatch: nil, photo: .removed)
        await expectError(.photoNotFound) { try await session.photo(of: id) }
    }

    private func session(of member: Member, in world: World) async throws -> Session {
        try await Engine(
            database: world.database, environment: PacelineEngine.EngineEnvironment(now: { world.clock.now })
        ).session(for: member.id)
    }
}
