import Paceline
import Testing

@Suite("Changes in groups")
struct GroupChangeTests {
    @Test("changes of a group are sent to its members", arguments: Implementation.allCases)
    func members(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let group = try await ana.createsGroup("Crew", with: ben)
            let code = try await ana.code(of: group)
            var app = try await ChangeReader(ben)
            _ = try await ana.services.renameGroup(group.id, title: "Eight")
            #expect(try await app.summaries() == ["group Eight"])
            try await eva.joins(code)
            #expect(try await app.changes().map(\.group?.memberCount) == [3])
            try await ana.makes(ben, .administrator, in: group)
            #expect(try await app.changes().map(\.group?.role) == [.administrator])
            try await ana.transfers(group, to: eva)
            #expect(try await app.changes().map(\.group?.owner.username) == ["eva"])
        }
    }

    @Test(
        "joining, leaving and removal are sent to that person, and not to outsiders",
        arguments: Implementation.allCases)
    func comings(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let group = try await ana.createsGroup("Crew")
            let code = try await ana.code(of: group)
            var (his, others) = (try await ChangeReader(ben), try await ChangeReader(eva))
            try await ben.joins(code)
            #expect(try await his.summaries().contains("group Crew"))
            try await ana.removes(ben, from: group)
            #expect(try await his.summaries() == ["group gone"])
            _ = try await ana.services.renameGroup(group.id, title: "Eight")
            #expect(try await his.summaries() == [])
            try await ana.invites(ben, to: group)
            try await ben.acceptsInvitation(to: group)
            #expect(try await his.summaries().contains("group Eight"))
            try await ana.services.deleteGroup(group.id)
            #expect(try await his.summaries() == ["group gone"])
            #expect(try await others.summaries() == [])
        }
    }

    @Test(
        "an invitation, its end and the active group are sent to their owner",
        arguments: Implementation.allCases)
    func invitations(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let group = try await ana.createsGroup("Crew")
            var app = try await ChangeReader(ben)
            try await ana.invites(ben, to: group)
            #expect(try await app.summaries() == ["invitation Crew"])
            try await ana.services.removeInvitation(of: ben.reference, to: group.id)
            #expect(try await app.summaries() == ["invitation gone"])
            try await ana.invites(ben, to: group)
            try await ben.acceptsInvitation(to: group)
            #expect(try await app.summaries() == ["group Crew", "invitation gone"])
            try await ben.services.setActiveGroup(nil)
            #expect(try await app.changes().map(\.group?.isActive) == [false])
        }
    }

    @Test("closed seasons of my groups are sent", arguments: Implementation.allCases)
    func seasons(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.sessionLifetime = 365 * 86_400 }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup("Crew", with: ben)
            try await ana.plays(3)
            var app = try await ChangeReader(ben)
            world.clock.advance(days: 3)
            try await world.closeSeasons()
            #expect(try await app.changes().filter { $0.kind == .season }.map(\.season?.group) == [group.id])
        }
    }
}
