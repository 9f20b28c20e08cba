import Foundation
import Paceline
import Testing

@Suite("Join codes")
struct JoinCodeTests {
    private static let lifetime: TimeInterval = 30 * 86_400

    @Test("a code has ten unambiguous characters and a link", arguments: Implementation.allCases)
    func form(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let group = try await ana.createsGroup()
            let joinCode = try await ana.services.joinCode(of: group.id)
            #expect(joinCode.code.count == 10)
            #expect(joinCode.code.allSatisfy { "23456789ABCDEFGHJKMNPQRSTVWXYZ".contains($0) })
            #expect(joinCode.url.hasSuffix("/join/\(joinCode.code)"))
            #expect(joinCode.expiresAt == world.clock.now.addingTimeInterval(Self.lifetime))
            world.clock.advance(days: 1)
            #expect(try await ana.services.joinCode(of: group.id) == joinCode, "the current code stays")
        }
    }

    @Test(
        "a code previews its group and can be typed in any spelling", arguments: Implementation.allCases)
    func joining(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup("Crew")
            let code = try await ana.code(of: group)
            let typed = " \(code.prefix(3).lowercased())-\(code.dropFirst(3)) "
            let preview = try await ben.services.groupPreview(code: typed)
            #expect(preview.title == "Crew")
            #expect(preview.owner.username == "ana")
            #expect(preview.memberCount == 1 && preview.joinedGroup == nil)
            let joined = try await ben.joins(typed)
            #expect(joined.id == group.id)
            for member in [ana, ben] {
                #expect(try await member.services.groupPreview(code: typed).joinedGroup == group.id)
            }
            #expect(joined.role == .member)
            #expect(joined.memberCount == 2)
            #expect(joined.isActive)
        }
    }

    @Test("joining again does not change a member's role", arguments: Implementation.allCases)
    func again(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup(with: ben)
            let code = try await ana.code(of: group)
            #expect(try await ana.joins(code).role == .owner)
            #expect(try await ben.joins(code).memberCount == 2)
            #expect(try await ben.services.groupPreview(code: code).memberCount == 2)
        }
    }

    @Test("a code is valid until the last millisecond of its 30 days", arguments: Implementation.allCases)
    func expiry(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup()
            let code = try await ana.code(of: group)
            world.clock.advance(by: Self.lifetime - 0.001)
            #expect(try await ben.services.joinGroup(code: code).id == group.id)
            world.clock.advance(by: 0.001)
            await expectError(.invitationNotFound, field: "code") {
                try await cem.services.joinGroup(code: code)
            }
            let next = try await ana.services.joinCode(of: group.id).code
            #expect(next != code)
            await expectError(.invitationNotFound) { try await cem.joins(code) }
            try await cem.joins(next)
        }
    }

    @Test("revoked and unknown codes are not found", arguments: Implementation.allCases)
    func revoked(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup()
            let code = try await ana.code(of: group)
            try await ana.services.revokeJoinCode(of: group.id)
            try await ana.services.revokeJoinCode(of: group.id)
            for bad in [code, "2222222222", "ABC", "nonsense!"] {
                await expectError(.invitationNotFound, field: "code") { try await ben.joins(bad) }
                await expectError(.invitationNotFound, field: "code") {
                    try await ben.services.groupPreview(code: bad)
                }
            }
            #expect(try await ana.code(of: group) != code)
        }
    }

    @Test("the owner and administrators can create and revoke codes", arguments: Implementation.allCases)
    func roles(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben, cem)
            try await ana.makes(ben, .administrator, in: group)
            let code = try await ana.code(of: group)
            #expect(try await ben.code(of: group) == code)
            await expectError(.notAllowed) { try await cem.services.joinCode(of: group.id) }
            await expectError(.notAllowed) { try await cem.services.revokeJoinCode(of: group.id) }
            try await ben.services.revokeJoinCode(of: group.id)
            await expectError(.invitationNotFound) { try await cem.joins(code) }
        }
    }

    @Test(
        "a removed member returns by no code, only by a personal invitation",
        arguments: Implementation.allCases)
    func afterRemoval(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let group = try await ana.createsGroup(with: ben, cem)
            let old = try await ana.code(of: group)
            try await ana.removes(ben, from: group)
            await expectError(.invitationNotFound) { try await ben.joins(old) }
            await expectError(.invitationNotFound) { try await dan.joins(old) }
            let new = try await ana.code(of: group)
            #expect(new != old)
            await expectError(.invitationNotFound, field: "code") { try await ben.joins(new) }
            await expectError(.invitationNotFound, field: "code") {
                try await ben.services.groupPreview(code: new)
            }
            try await dan.joins(new)
            // An invitation that was withdrawn or declined changes nothing.
            try await ana.invites(ben, to: group)
            try await ana.services.removeInvitation(of: ben.reference, to: group.id)
            await expectError(.invitationNotFound) { try await ben.joins(new) }
            try await ana.invites(ben, to: group)
            try await ben.services.removeInvitation(of: .me, to: group.id)
            await expectError(.invitationNotFound) { try await ben.joins(new) }
            // To those who manage the group, an invitation that was declined waits until it expires.
            try await ana.invites(ben, to: group)
            await expectError(.invitationNotFound) { try await ben.joins(new) }
            world.clock.advance(days: 31)
            let latest = try await ana.code(of: group)
            try await ana.invites(ben, to: group)
            try await ben.joins(latest)
            // Those who leave by themselves may come back.
            for member in [ben, cem] {
                try await member.leaves(group)
                try await member.joins(latest)
            }
            #expect(try await Set(ana.members(of: group)) == ["ana", "ben", "cem", "dan"])
        }
    }

    @Test(
        "a removed member needs an open invitation, also after the group's owner has changed",
        arguments: Implementation.allCases)
    func barred(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let group = try await ana.createsGroup(with: ben, cem, dan)
            for member in [ben, cem] { try await ana.makes(member, .administrator, in: group) }
            try await ben.removes(dan, from: group)
            // A removed administrator takes their invitations along.
            try await ben.invites(dan, to: group)
            try await ana.removes(ben, from: group)
            await expectError(.invitationNotFound) { try await dan.acceptsInvitation(to: group) }
            try await ana.transfers(group, to: cem)
            let code = try await cem.code(of: group)
            for member in [ben, dan] {
                await expectError(.invitationNotFound, field: "code") { try await member.joins(code) }
                await expectError(.groupNotFound) { try await member.reads(group) }
            }
            try await ana.invites(dan, to: group)
            world.clock.advance(by: Invitation.lifetime)
            let later = try await cem.code(of: group)
            for member in [ben, dan] {
                await expectError(.invitationNotFound, field: "code") { try await member.joins(later) }
            }
            for member in [ben, dan] { try await ana.invites(member, to: group) }
            try await dan.acceptsInvitation(to: group)
            try await ben.joins(later)
            // Nothing of the removal is left.
            for member in [ben, dan] {
                try await member.leaves(group)
                try await member.joins(later)
            }
            #expect(try await Set(cem.members(of: group)) == ["ana", "ben", "cem", "dan"])
        }
    }

    @Test("deleting a group deletes its list of removed members", arguments: StoredTableTests.implementations)
    func deletion(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup("Crew", with: ben)
            let other = try await ana.createsGroup("Other", with: ben)
            for group in [group, other] { try await ana.removes(ben, from: group) }
            #expect(try await world.rows(of: "group_removals") == 2)
            try await ana.services.deleteGroup(group.id)
            #expect(try await world.rows(of: "group_removals") == 1)
            try await ana.leaves(other)
            #expect(try await world.rows(of: "group_removals") == 0)
        }
    }

    @Test(
        "a code does not work across a block, or between a child and an owner who is not a friend",
        arguments: Implementation.allCases)
    func apart(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let kid = try await world.person("kid", born: 2016_01_01)
            let code = try await ana.code(of: try await ana.createsGroup())
            try await ana.blocks(ben)
            try await cem.blocks(ana)
            for other in [ben, cem, kid] {
                await expectError(.invitationNotFound, field: "code") { try await other.joins(code) }
                await expectError(.invitationNotFound, field: "code") {
                    try await other.services.groupPreview(code: code)
                }
            }
            let kids = try await kid.code(of: try await kid.createsGroup("Class"))
            await expectError(.invitationNotFound) { try await ana.services.groupPreview(code: kids) }
            try await world.befriend(kid, ana)
            #expect(try await ana.joins(kids).title == "Class")
            #expect(try await kid.joins(code).title == "Crew")
            try await ana.services.unblock(ben.reference)
            try await ben.joins(code)
        }
    }
}
