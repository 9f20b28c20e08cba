import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("What a shared link shows to visitors")
struct LinkPreviewTests {
    @Test(
        "a link names its owner and group, and nothing once its code is outdated", .world,
        arguments: StoredTableTests.implementations)
    func names(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana", displayName: "Ana")
        let engine = try await Engine(
            database: world.database,
            environment: EngineEnvironment(now: { [clock = world.clock] in clock.now }))
        let friendCode = try #require(FriendCode(try await ana.services.friendCode().code))
        let friend = try await engine.preview(ofFriendCode: friendCode)
        #expect(friend.inviter == "Ana" && friend.group == nil)

        let group = try await ana.services.createGroup(title: "Crew")
        let joinCode = try await ana.services.joinCode(of: group.id)
        let value = try #require(JoinCode.Value(joinCode.code))
        let crew = try await engine.preview(ofJoinCode: value)
        #expect(crew.inviter == "Ana" && crew.group == "Crew")

        _ = try await ana.services.resetFriendCode()
        try await ana.services.revokeJoinCode(of: group.id)
        await expectError(.friendCodeNotFound, field: "code") {
            try await engine.preview(ofFriendCode: friendCode)
        }
        await expectError(.invitationNotFound, field: "code") { try await engine.preview(ofJoinCode: value) }
    }
}
