import Foundation
import Paceline
import PacelineDatabase
import Testing

@Suite("Limits do not count hidden people")
struct HiddenLimitTests {
    @Test(
        "a group is full only for people who see as many members as are possible", .world,
        arguments: Implementation.allCases)
    func members(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let group = try await ana.createsGroup(with: cem)
        let code = try await ana.code(of: group)
        try await cem.blocks(ben)
        let others = LeaderboardGroup.maxMembers - 2
        try await world.addsMembers(others, to: group)
        await expectError(.limitReached) { try await dan.joins(code) }
        let preview = try await ben.services.groupPreview(code: code)
        #expect(preview.memberCount == LeaderboardGroup.maxMembers - 1)
        #expect(try await ben.joins(code).memberCount == LeaderboardGroup.maxMembers)
        await expectError(.limitReached) { try await dan.joins(code) }
        try await world.addsMembers(-others, to: group)
    }

    @Test(
        "pending invitations of hidden people do not keep an administrator from inviting others",
        arguments: Implementation.allCases)
    func invitations(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let crowd = try await world.crowd(LeaderboardGroup.maxPendingInvitations + 2)
            let group = try await ana.createsGroup(with: ben)
            try await ana.makes(ben, .administrator, in: group)
            for member in crowd.dropLast(2) { try await ana.invites(member, to: group) }
            try await crowd[0].blocks(ben)
            let (one, other) = (crowd[crowd.count - 2], crowd[crowd.count - 1])
            await expectError(.limitReached) { try await ana.invites(one, to: group) }
            #expect(try await ben.invitees(of: group).count == LeaderboardGroup.maxPendingInvitations - 1)
            try await ben.invites(one, to: group)
            await expectError(.limitReached) { try await ben.invites(other, to: group) }
        }
    }

    @Test(
        "hidden people take no places among the matches of a search", arguments: Implementation.allCases)
    func search(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, hidden) = try await world.people("ana", "crowd_00")
            let crowd = try await world.crowd(100)
            func found() async throws -> Int {
                try await walk(inPagesOf: 20) { try await ana.services.people(matching: "crowd_", $0) }.count
            }
            try await hidden.blocks(ana)
            #expect(try await found() == crowd.count)
        }
    }

    @Test(
        "requests that were rejected take as many places as those that wait",
        arguments: Implementation.allCases)
    func requests(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.waitingRequests = 2 }) { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let first = try await ana.asks(ben)
            try await ben.rejects(first)
            try await ana.asks(cem)
            await expectError(.quotaExceeded) { try await ana.asks(dan) }
            // A block looks like a cancelled request.
            try await cem.blocks(ana)
            let waiting = try await ana.services.requests(.outgoing, kind: nil, .whole).items
            #expect(waiting.map(\.id) == [first.id])
            try await ana.asks(dan)
        }
    }
}

extension World {
    /// Changes the stored number of the group's members, as if so many others had joined.
    fileprivate func addsMembers(_ count: Int, to group: LeaderboardGroup) async throws {
        try await database.write {
            try $0.send("UPDATE groups SET member_count = member_count + \(count) WHERE id = \(group.id)")
        }
    }
}
