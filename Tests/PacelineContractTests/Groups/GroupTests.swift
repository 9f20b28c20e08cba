import Foundation
import Paceline
import Testing

@Suite("Groups")
struct GroupTests {
    @Test(
        "the creator of a group is its owner and only member",
        arguments: Implementation.withHybrid(needsServer: "creating and changing groups"))
    func made(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let group = try await ana.createsGroup("  Breakfast Club ")
            #expect(group.title == "Breakfast Club")
            #expect(group.owner.username == "ana")
            #expect(group.memberCount == 1)
            #expect(group.role == .owner)
            #expect(group.createdAt == world.clock.now)
            #expect(try await ana.reads(group) == group)
            #expect(try await ana.services.groups(.whole).items == [group])
            #expect(try await ana.roles(in: group) == ["ana": .owner])
        }
    }

    @Test(
        "a title has 1 to 50 characters",
        arguments: Implementation.withHybrid(needsServer: "creating and changing groups"))
    func titles(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let group = try await ana.createsGroup("Ž")
            let longest = String(repeating: "é", count: 50)
            #expect(try await ana.services.renameGroup(group.id, title: longest).title == longest)
            for bad in ["", "  ", longest + "e", "a\u{7}b", "a\nb"] {
                await expectError(.invalidValue, field: "title") { try await ana.createsGroup(bad) }
                await expectError(.invalidValue, field: "title") {
                    try await ana.services.renameGroup(group.id, title: bad)
                }
            }
            #expect(try await ana.groupTitles() == [longest])
        }
    }

    @Test(
        "a title must not look like another one, or like a name of staff",
        arguments: Implementation.withHybrid(needsServer: "creating and changing groups"))
    func deceptiveTitles(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let group = try await ana.createsGroup("Četrtkova ekipa 🚣")
            let titles: [(String, SocialError.Code)] = [
                ("Crew\u{200D}", .invalidValue), ("\u{421}rew", .invalidValue),
                ("a\u{301}\u{302}\u{303}", .invalidValue), ("Paceline Team", .nameReserved),
                ("M0derators", .nameReserved),
            ]
            for (bad, code) in titles {
                await expectError(code, field: "title") { try await ana.createsGroup(bad) }
                await expectError(code, field: "title") {
                    try await ana.services.renameGroup(group.id, title: bad)
                }
            }
            #expect(try await ana.groupTitles() == [group.title])
        }
    }

    @Test(
        "a group does not exist for people outside it",
        arguments: Implementation.withHybrid(needsServer: "creating and changing groups"))
    func closed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: cem)
            for id in [group.id, .random()] {
                await expectError(.groupNotFound) { try await ben.services.group(id) }
                await expectError(.groupNotFound) { try await ben.services.renameGroup(id, title: "Mine") }
                await expectError(.groupNotFound) { try await ben.services.deleteGroup(id) }
                await expectError(.groupNotFound) { try await ben.services.setActiveGroup(id) }
                await expectError(.groupNotFound) { try await ben.services.members(of: id, .whole) }
                await expectError(.groupNotFound) { try await ben.services.removeMember(.me, from: id) }
                await expectError(.groupNotFound) {
                    try await ben.services.removeMember(cem.reference, from: id)
                }
                await expectError(.groupNotFound) {
                    try await ben.services.setRole(.member, of: cem.reference, in: id)
                }
                await expectError(.groupNotFound) {
                    try await ben.services.transferGroup(id, to: cem.reference)
                }
                await expectError(.groupNotFound) { try await ben.services.joinCode(of: id) }
                await expectError(.groupNotFound) { try await ben.services.revokeJoinCode(of: id) }
                await expectError(.groupNotFound) { try await ben.services.invite(cem.reference, to: id) }
                await expectError(.groupNotFound) { try await ben.services.invitees(of: id, .whole) }
                await expectError(.groupNotFound) {
                    try await ben.services.removeInvitation(of: cem.reference, to: id)
                }
                await expectError(.invitationNotFound) { try await ben.services.acceptInvitation(to: id) }
                try await ben.services.removeInvitation(of: .me, to: id)
            }
            #expect(try await ben.groupTitles() == [])
        }
    }

    @Test(
        "the owner can change the title, administrators and members cannot",
        arguments: Implementation.withHybrid(needsServer: "creating and changing groups"))
    func renaming(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben, cem)
            try await ana.makes(ben, .administrator, in: group)
            for other in [ben, cem] {
                await expectError(.notAllowed) {
                    try await other.services.renameGroup(group.id, title: "Mine")
                }
            }
            let same = GroupChanges(title: "Crew", metrics: [.distance])
            #expect(try await ben.services.updateGroup(group.id, same).metrics == [.distance])
            #expect(try await ana.services.renameGroup(group.id, title: "Rowers").title == "Rowers")
            #expect(try await cem.groupTitles() == ["Rowers"])
        }
    }

    @Test(
        "deleting a group ends all memberships",
        arguments: Implementation.withHybrid(needsServer: "creating and changing groups"))
    func deleting(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben)
            let code = try await ana.code(of: group)
            try await ana.invites(cem, to: group)
            try await ana.makes(ben, .administrator, in: group)
            await expectError(.notAllowed) { try await ben.services.deleteGroup(group.id) }
            try await ana.services.deleteGroup(group.id)
            for member in [ana, ben] {
                #expect(try await member.groupTitles() == [])
                await expectError(.groupNotFound) { try await member.reads(group) }
            }
            #expect(try await cem.invitationTitles() == [])
            await expectError(.invitationNotFound) { try await cem.joins(code) }
            await expectError(.invitationNotFound) { try await cem.acceptsInvitation(to: group) }
        }
    }

    @Test(
        "the first group is active until the member chooses another or leaves",
        arguments: Implementation.withHybrid)
    func active(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let (first, second) = (try await ana.createsGroup("One"), try await ana.createsGroup("Two"))
            #expect(try await ana.activeGroup() == "One")
            try await ben.joins(try await ana.code(of: second))
            #expect(try await ben.activeGroup() == "Two")
            try await ana.services.setActiveGroup(second.id)
            #expect(try await ana.reads(second).isActive)
            #expect(try await !ana.reads(first).isActive)
            try await ana.services.setActiveGroup(nil)
            #expect(try await ana.activeGroup() == nil)
            #expect(try await ben.activeGroup() == "Two")
            try await ana.services.setActiveGroup(first.id)
            try await ana.leaves(first)
            #expect(try await ana.activeGroup() == nil)
            try await ana.removes(ben, from: second)
            try await ben.createsGroup("Three")
            #expect(try await ben.activeGroup() == "Three")
        }
    }

    @Test(
        "a person is in at most 50 groups, however they join",
        arguments: Implementation.withHybrid(needsServer: "creating and changing groups"))
    func most(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let other = try await ben.createsGroup("Other")
            let code = try await ben.code(of: other)
            try await ben.invites(ana, to: other)
            for index in 1..<50 { try await ana.createsGroup("\(index)") }
            let last = try await ana.createsGroup("50")
            await expectError(.limitReached) { try await ana.createsGroup("51") }
            await expectError(.limitReached) { try await ana.joins(code) }
            await expectError(.limitReached) { try await ana.acceptsInvitation(to: other) }
            #expect(try await ana.groupTitles().count == 50)
            #expect(try await ben.reads(other).memberCount == 1)
            try await ana.leaves(last)
            #expect(try await ana.joins(code).memberCount == 2)
        }
    }
}
