import Foundation
import Paceline
import Testing

@Suite("Limits do not count hidden people")
struct HiddenLimitTests {
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
        "requests that were declined take as many places as those that wait",
        arguments: Implementation.allCases)
    func requests(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.waitingRequests = 2 }) { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let first = try await ana.asks(ben)
            try await ben.declines(first)
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
