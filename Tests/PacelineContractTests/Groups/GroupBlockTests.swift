import Paceline
import Testing

@Suite("Blocks in groups")
struct GroupBlockTests {
    @Test(
        "members with a block between them neither see nor count each other",
        arguments: Implementation.allCases)
    func members(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let group = try await ana.createsGroup(with: ben, cem)
            try await ben.blocks(cem)
            #expect(try await ben.members(of: group) == ["ana", "ben"])
            #expect(try await cem.members(of: group) == ["ana", "cem"])
            #expect(try await ana.members(of: group) == ["ana", "ben", "cem"])
            for member in [ben, cem] {
                #expect(try await member.reads(group).memberCount == 2)
                #expect(try await member.services.groups(.whole).items.map(\.memberCount) == [2])
            }
            #expect(try await ana.reads(group).memberCount == 3)
            try await ana.invites(dan, to: group)
            try await dan.blocks(ben)
            #expect(try await dan.services.groupInvitations(.whole).items.map(\.memberCount) == [2])
            let code = try await ana.code(of: group)
            #expect(try await dan.services.groupPreview(code: code).memberCount == 2)
            #expect(try await dan.joins(code).memberCount == 3)
        }
    }

    @Test(
        "an administrator cannot act on a member who is hidden from them",
        arguments: Implementation.allCases)
    func acting(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let group = try await ana.createsGroup(with: ben, cem)
            try await ana.makes(ben, .administrator, in: group)
            try await cem.blocks(ben)
            try await dan.blocks(ben)
            await expectError(.personNotFound) { try await ben.removes(cem, from: group) }
            await expectError(.personNotFound) { try await ben.invites(cem, to: group) }
            await expectError(.personNotFound) { try await ben.invites(dan, to: group) }
            try await ana.invites(dan, to: group)
            #expect(try await ben.invitees(of: group) == [])
            #expect(try await ana.reads(group).memberCount == 3)
        }
    }

    @Test("a member whom the owner blocks is removed from the group", arguments: Implementation.allCases)
    func byOwner(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben, cem)
            let bens = try await ben.createsGroup("Other", with: cem)
            try await ana.blocks(ben)
            await expectError(.groupNotFound) { try await ben.reads(group) }
            #expect(try await ben.groupTitles() == ["Other"])
            #expect(try await ana.reads(group).memberCount == 2)
            #expect(try await cem.reads(bens).memberCount == 2)
            try await ana.services.unblock(ben.reference)
            await expectError(.groupNotFound) { try await ben.reads(group) }
        }
    }

    @Test(
        "who was removed by a block or a transfer returns by a personal invitation only", .world,
        arguments: Implementation.allCases)
    func returning(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let group = try await ana.createsGroup(with: ben, cem, dan)
        let first = try await ana.code(of: group)
        try await ana.blocks(dan)
        await expectError(.invitationNotFound) { try await ben.services.groupPreview(code: first) }
        try await ana.services.unblock(dan.reference)
        let second = try await ana.code(of: group)
        #expect(second != first)
        for code in [first, second] {
            await expectError(.invitationNotFound) { try await dan.joins(code) }
        }
        try await cem.blocks(ben)
        try await ana.transfers(group, to: ben)
        await expectError(.invitationNotFound) { try await ana.services.groupPreview(code: second) }
        try await cem.services.unblock(ben.reference)
        let third = try await ben.code(of: group)
        await expectError(.invitationNotFound) { try await cem.joins(third) }
        for member in [cem, dan] {
            try await ben.invites(member, to: group)
            try await member.acceptsInvitation(to: group)
        }
        #expect(try await ben.members(of: group).sorted() == ["ana", "ben", "cem", "dan"])
    }

    @Test("a member who blocks the owner leaves the group", arguments: Implementation.allCases)
    func ofOwner(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup(with: ben)
            try await ben.blocks(ana)
            #expect(try await ben.groupTitles() == [])
            #expect(try await ben.activeGroup() == nil)
            #expect(try await ana.members(of: group) == ["ana"])
            try await ben.services.unblock(ana.reference)
            #expect(try await ben.joins(try await ana.code(of: group)).memberCount == 2)
        }
    }

    @Test(
        "a transfer removes members with a block between them and the new owner",
        arguments: Implementation.allCases)
    func transfer(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let group = try await ana.createsGroup(with: ben, cem, dan)
            try await cem.blocks(ben)
            try await ben.blocks(dan)
            #expect(try await ana.transfers(group, to: ben).memberCount == 2)
            for member in [cem, dan] { #expect(try await member.groupTitles() == []) }
            #expect(try await ben.members(of: group) == ["ana", "ben"])
        }
    }

    @Test(
        "a block deletes invitations between the two and to each other's groups",
        arguments: Implementation.allCases)
    func invitations(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let (group, bens) = (
                try await ana.createsGroup("Crew", with: cem), try await ben.createsGroup("Bens")
            )
            try await ana.makes(cem, .administrator, in: group)
            try await cem.invites(ben, to: group)
            try await ben.invites(ana, to: bens)
            try await ben.blocks(ana)
            for member in [ana, ben] { #expect(try await member.invitationTitles() == []) }
            await expectError(.invitationNotFound) { try await ben.acceptsInvitation(to: group) }
            await expectError(.invitationNotFound) { try await ana.acceptsInvitation(to: bens) }
            try await ben.services.unblock(ana.reference)
            for member in [ana, ben] { #expect(try await member.invitationTitles() == []) }
        }
    }

    @Test(
        "a block between the group's owner and the invitee silently hides the invitation",
        arguments: Implementation.allCases)
    func silent(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben)
            try await ana.makes(ben, .administrator, in: group)
            try await cem.blocks(ana)
            let stream = try await cem.listens()
            var app = try await ChangeReader(cem)
            try await ben.invites(cem, to: group)
            #expect(try await ben.invitees(of: group) == ["cem"])
            #expect(try await ana.invitees(of: group) == [])
            #expect(try await cem.invitationTitles() == [])
            await expectError(.invitationNotFound) { try await cem.acceptsInvitation(to: group) }
            try await ben.services.removeInvitation(of: cem.reference, to: group.id)
            #expect(try await ben.invitees(of: group) == [])
            #expect(try await app.summaries() == [])
            #expect(try await cem.receives(on: stream) == [])
        }
    }
}
