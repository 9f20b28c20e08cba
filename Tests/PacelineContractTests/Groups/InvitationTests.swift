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
        "only friends can invite a minor or a person who accepts no requests",
        arguments: Implementation.allCases)
    func friendsOnly(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let kid = try await world.person("kid", born: 2016_01_01)
            let teen = try await world.person("teen", born: 2010_01_01)
            try await ben.sets(SettingsChanges(allowFriendRequests: false))
            let group = try await ana.createsGroup()
            for other in [ben, kid, teen] {
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
        "a child sees only invitations by friends to groups of friends",
        arguments: Implementation.allCases)
    func children(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let kid = try await world.person("kid", born: 2016_01_01)
            let group = try await ana.createsGroup(with: ben)
            try await ana.makes(ben, .administrator, in: group)
            try await world.befriend(kid, ben)
            try await ben.invites(kid, to: group)
            #expect(try await kid.invitationTitles() == [])
            await expectError(.invitationNotFound) { try await kid.acceptsInvitation(to: group) }
            try await world.befriend(kid, ana)
            #expect(try await kid.invitationTitles() == ["Crew"])
            try await kid.services.unfriend(ben.reference)
            #expect(try await kid.invitationTitles() == [])
            await expectError(.invitationNotFound) { try await kid.acceptsInvitation(to: group) }
        }
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
            try await crowd[0].services.removeInvitation(of: .me, to: group.id)
            let left = try #require(late.firstIndex { !$0.isSuccess })
            try await ana.invites(crowd[99 + left], to: group)
        }
    }
}
