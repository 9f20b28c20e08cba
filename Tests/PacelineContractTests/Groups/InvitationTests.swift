import Foundation
import Paceline
import Testing

@Suite("Invitations to groups")
struct InvitationTests {
    private static let lifetime: TimeInterval = 30 * 86_400

    @Test("an invitee sees the invitation and joins by accepting it", arguments: Implementation.allCases)
    func accepted(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup("Crew", with: cem)
            try await ana.makes(cem, .administrator, in: group)
            try await cem.invites(ben, to: group)
            let invitation = try #require(try await ben.services.groupInvitations(.whole).items.first)
            #expect(invitation.group == group.id)
            #expect(invitation.title == "Crew")
            #expect(invitation.owner.username == "ana")
            #expect(invitation.inviter.username == "cem")
            #expect(invitation.memberCount == 2)
            #expect(invitation.expiresAt == invitation.createdAt.addingTimeInterval(Self.lifetime))
            #expect(try await ana.invitees(of: group) == ["ben"])
            let joined = try await ben.acceptsInvitation(to: group)
            #expect(joined.role == .member)
            #expect(try await ben.acceptsInvitation(to: group) == joined)
            #expect(try await ben.invitationTitles() == [])
            #expect(try await ana.invitees(of: group) == [])
            await expectError(.alreadyMember) { try await ana.invites(ben, to: group) }
        }
    }

    @Test("an invitation can be declined or withdrawn, and sent again", arguments: Implementation.allCases)
    func removed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup()
            try await ana.invites(ben, to: group)
            try await ana.invites(ben, to: group)
            #expect(try await ben.invitationTitles() == ["Crew"])
            try await ben.services.removeInvitation(of: .me, to: group.id)
            await expectError(.invitationNotFound) { try await ben.acceptsInvitation(to: group) }
            try await ana.invites(ben, to: group)
            try await ana.services.removeInvitation(of: ben.reference, to: group.id)
            #expect(try await ben.invitationTitles() == [])
            #expect(try await ana.invitees(of: group) == [])
        }
    }

    @Test(
        "declining an invitation is silent, and further invitations do not reach the person", .world,
        arguments: Implementation.allCases)
    func declined(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        try await world.befriend(ana, cem)
        let group = try await ana.createsGroup("Crew", with: ben)
        try await ana.makes(ben, .administrator, in: group)
        try await ana.invites(cem, to: group)
        let (stream, before) = (try await ana.listens(), try await ana.invitees(of: group))
        var app = try await ChangeReader(ana)
        try await cem.services.removeInvitation(of: .me, to: group.id)
        #expect(try await cem.invitationTitles() == [])
        #expect(try await ana.invitees(of: group) == before)
        #expect(try await app.summaries() == [])
        #expect(try await ana.receives(on: stream) == [])

        // Neither another administrator nor another invitation reaches them.
        var copy = try await ChangeReader(cem)
        try await ben.invites(cem, to: group)
        try await ana.services.removeInvitation(of: cem.reference, to: group.id)
        #expect(try await ana.invitees(of: group) == [])
        try await ana.invites(cem, to: group)
        #expect(try await ana.invitees(of: group) == ["cem"])
        #expect(try await cem.invitationTitles() == [])
        #expect(try await copy.summaries() == [])
        #expect(try await cem.notified().filter { $0.hasPrefix("groupInvitation") } == [])
        await expectError(.invitationNotFound) { try await cem.acceptsInvitation(to: group) }
        // To those who invite, it expires like any.
        world.clock.advance(by: Self.lifetime)
        #expect(try await ana.invitees(of: group) == [])
        try await ana.invites(cem, to: group)
        #expect(try await cem.invitationTitles() == ["Crew"])
        #expect(try await cem.acceptsInvitation(to: group).memberCount == 3)
    }

    @Test("an invitation expires after 30 days", arguments: Implementation.allCases)
    func expired(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup()
            try await ana.invites(ben, to: group)
            world.clock.advance(by: Self.lifetime - 0.001)
            #expect(try await ben.invitationTitles() == ["Crew"])
            world.clock.advance(by: 0.001)
            #expect(try await ben.invitationTitles() == [])
            #expect(try await ana.invitees(of: group) == [])
            await expectError(.invitationNotFound) { try await ben.services.acceptInvitation(to: group.id) }
            try await ana.services.invite(ben.reference, to: group.id)
            #expect(try await ben.services.acceptInvitation(to: group.id).memberCount == 2)
        }
    }

    @Test(
        "ordinary members can neither invite people nor see invitations", arguments: Implementation.allCases)
    func roles(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben)
            try await ana.invites(cem, to: group)
            await expectError(.notAllowed) { try await ben.invites(cem, to: group) }
            await expectError(.notAllowed) { try await ben.invitees(of: group) }
            await expectError(.notAllowed) {
                try await ben.services.removeInvitation(of: cem.reference, to: group.id)
            }
            await expectError(.selfNotAllowed) { try await ana.invites(ana, to: group) }
            await expectError(.personNotFound) {
                try await ana.services.invite(.username("nobody_here"), to: group.id)
            }
        }
    }

    @Test("an administrator's invitations end when they leave", arguments: Implementation.allCases)
    func inviterGone(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben)
            try await ana.makes(ben, .administrator, in: group)
            try await ben.invites(cem, to: group)
            try await ana.removes(ben, from: group)
            #expect(try await cem.invitationTitles() == [])
            await expectError(.invitationNotFound) { try await cem.acceptsInvitation(to: group) }
        }
    }

    @Test(
        "only friends can invite a child or a person who accepts no requests",
        arguments: Implementation.allCases)
    func friendsOnly(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let kid = try await world.person("kid", born: 2016_01_01)
            try await ben.sets(SettingsChanges(allowFriendRequests: false))
            let group = try await ana.createsGroup()
            for other in [ben, kid] {
                await expectError(.requestsNotAllowed) { try await ana.invites(other, to: group) }
            }
            try await world.befriend(ben, ana)
            try await world.befriend(kid, ana)
            for other in [ben, kid] {
                try await ana.invites(other, to: group)
                try await other.acceptsInvitation(to: group)
            }
            #expect(try await ana.members(of: group) == ["ana", "ben", "kid"])
        }
    }

    @Test(
        "an invitation by a stranger to a minor, or to a person of unknown age, is hidden from them silently",
        .world, arguments: Implementation.allCases)
    func strangers(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let teen = try await world.person("teen", born: 2010_01_01)
        let ageless = try await world.ageless("ageless")
        let group = try await ben.createsGroup("Meet me at the lake", with: ana)
        try await ben.makes(ana, .administrator, in: group)
        for minor in [teen, ageless] {
            let name = minor.username
            let stream = try await minor.listens()
            var app = try await ChangeReader(minor)
            // The inviter sees what they would see of an adult.
            _ = try await ana.asks(minor)
            try await ana.invites(minor, to: group)
            #expect(try await ana.invitees(of: group) == [name])
            #expect(try await minor.invitationTitles() == [], "\(name)")
            await expectError(.invitationNotFound) { try await minor.acceptsInvitation(to: group) }
            let notified = try await minor.notified()
            #expect(!notified.contains { $0.hasPrefix("groupInvitation") }, "\(name)")
            try await ana.services.removeInvitation(of: minor.reference, to: group.id)
            let changes = try await app.summaries()
            #expect(!changes.contains { $0.hasPrefix("invitation") }, "\(name)")
            let heard = try await minor.receives(on: stream)
            #expect(!heard.contains("invitation"), "\(name)")

            // It is not in the way of a friend's.
            try await ana.invites(minor, to: group)
            try await world.befriend(ben, minor)
            try await ben.invites(minor, to: group)
            #expect(try await minor.invitationTitles() == ["Meet me at the lake"], "\(name)")
            #expect(try await minor.acceptsInvitation(to: group).role == .member)
            try await minor.leaves(group)
        }
    }

    @Test(
        "minors and people of unknown age see only invitations by friends to groups of friends", .world,
        arguments: Implementation.allCases)
    func minors(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let readers = [
            try await world.person("kid", born: 2016_01_01), try await world.person("teen", born: 2010_01_01),
            try await world.ageless("ageless"),
        ]
        let adult = try await world.person("adult")
        let group = try await ana.createsGroup(with: ben)
        try await ana.makes(ben, .administrator, in: group)
        for reader in readers + [adult] {
            try await world.befriend(reader, ben)
            try await ben.invites(reader, to: group)
        }
        #expect(try await adult.invitationTitles() == ["Crew"])
        for reader in readers {
            #expect(try await reader.invitationTitles() == [])
            #expect(try await reader.notified().contains { $0.hasPrefix("groupInvitation") } == false)
            await expectError(.invitationNotFound) { try await reader.acceptsInvitation(to: group) }
            try await world.befriend(reader, ana)
            #expect(try await reader.invitationTitles() == ["Crew"])
            try await reader.services.unfriend(ben.reference)
            #expect(try await reader.invitationTitles() == [])
            await expectError(.invitationNotFound) { try await reader.acceptsInvitation(to: group) }
        }
    }

    @Test(
        "a transfer withdraws invitations, so that no title of the former owner comes as a friend's", .world,
        arguments: Implementation.allCases)
    func transferring(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let kid = try await world.person("kid", born: 2016_01_01)
        try await world.befriend(kid, ben)
        let group = try await ana.createsGroup(with: ben)
        try await ana.makes(ben, .administrator, in: group)
        for other in [kid, cem] { try await ben.invites(other, to: group) }
        #expect(try await cem.notified() == ["groupInvitation ben"])
        _ = try await ana.services.renameGroup(group.id, title: "Call me")
        try await ana.transfers(group, to: ben)
        for other in [kid, cem] {
            #expect(try await other.invitationTitles() == [])
            await expectError(.invitationNotFound) { try await other.acceptsInvitation(to: group) }
        }
        #expect(try await cem.notified() == [])
        await expectError(.notAllowed) { try await ana.services.renameGroup(group.id, title: "Call me now") }
        try await ben.invites(kid, to: group)
        #expect(try await kid.invitationTitles() == ["Call me"])
    }

    @Test("a group has at most 100 pending invitations", arguments: Implementation.allCases)
    func most(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let crowd = try await world.crowd(102)
            let group = try await ana.createsGroup()
            for member in crowd[..<99] { try await ana.invites(member, to: group) }
            let late = await concurrently(
                crowd[99..<102].map { member in
                    { try await ana.services.invite(member.reference, to: group.id) }
                })
            #expect(late.filter(\.isSuccess).count == 1, "one place was free")
            #expect(late.filter { $0.rejection == .limitReached }.count == 2)
            try await ana.invites(crowd[0], to: group)
            #expect(try await ana.invitees(of: group).count == 100)
            // Declining is silent, so it makes no room.
            let left = try #require(late.firstIndex { !$0.isSuccess })
            try await crowd[0].services.removeInvitation(of: .me, to: group.id)
            await expectError(.limitReached) { try await ana.invites(crowd[99 + left], to: group) }
            try await ana.services.removeInvitation(of: crowd[0].reference, to: group.id)
            try await ana.invites(crowd[99 + left], to: group)
        }
    }
}
