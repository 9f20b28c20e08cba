import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("What a shared link shows to visitors")
struct LinkCodeTests {
    @Test(
        "a link works for the codes of adults and children alike, and for neither once it is outdated",
        .world, arguments: StoredTableTests.implementations)
    func codes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let engine = try await Engine(
            database: world.database,
            environment: EngineEnvironment(now: { [clock = world.clock] in clock.now }))
        for (name, born) in [("ana", 1990_05_17), ("child", 2016_01_01)] {
            let owner = try await world.person(name, born: born)
            let friendCode = try #require(FriendCode(try await owner.services.friendCode().code))
            let group = try await owner.services.createGroup(title: "Crew")
            let joinCode = try #require(
                JoinCode.Value(try await owner.services.joinCode(of: group.id).code))
            try await engine.requireValid(friendCode)
            try await engine.requireValid(joinCode)

            _ = try await owner.services.resetFriendCode()
            try await owner.services.revokeJoinCode(of: group.id)
            await expectError(.friendCodeNotFound, field: "code") {
                try await engine.requireValid(friendCode)
            }
            await expectError(.invitationNotFound, field: "code") { try await engine.requireValid(joinCode) }
        }
    }
}
