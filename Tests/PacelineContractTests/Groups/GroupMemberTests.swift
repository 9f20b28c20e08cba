import Foundation
import Paceline
import Testing

@Suite("Members of groups")
struct GroupMemberTests {
    @Test(
        "members are listed with their roles in the order in which they joined",
        arguments: Implementation.withHybrid(needsServer: "the roles and members of groups"))
    func listed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: cem, ben)
            try await world.befriend(ana, ben)
            try await ana.makes(ben, .administrator, in: group)
            let members = try await ana.services.members(of: group.id, .whole).items
            #expect(members.map(\.person.username) == ["ana", "cem", "ben"])
            #expect(members.map(\.role) == [.owner, .member, .administrator])
            #expect(members.map(\.person.relationship) == [.me, .notFriends, .friends])
            #expect(members.map(\.joinedAt) == members.map(\.joinedAt).sorted())
            #expect(try await cem.reads(group).memberCount == 3)
            #expect(try await cem.reads(group).owner.username == "ana")
            #expect(try await ben.reads(group).role == .administrator)
        }
    }

    @Test(
        "administrators can remove members; the owner can remove anyone",
        arguments: Implementation.withHybrid(needsServer: "the roles and members of groups")
    )
    func removing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let group = try await ana.createsGroup(with: ben, cem, dan)
            for administrator in [ben, cem] { try await ana.makes(administrator, .administrator, in: group) }
            await expectError(.notAllowed) { try await dan.removes(ben, from: group) }
            await expectError(.notAllowed) { try await dan.removes(ana, from: group) }
            await expectError(.notAllowed) { try await ben.removes(cem, from: group) }
            await expectError(.notAllowed) { try await ben.removes(ana, from: group) }
            try await ben.removes(dan, from: group)
            await expectError(.personNotFound) { try await ben.removes(dan, from: group) }
            await expectError(.groupNotFound) { try await dan.reads(group) }
            try await ana.removes(ben, from: group)
            #expect(try await ana.members(of: group) == ["ana", "cem"])
            #expect(try await ana.reads(group).memberCount == 2)
        }
    }

    @Test(
        "members can leave; the owner can leave only as the last member", arguments: Implementation.withHybrid
    )
    func leaving(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup(with: ben)
            await expectError(.ownerMustStay) { try await ana.leaves(group) }
            try await ben.leaves(group)
            await expectError(.groupNotFound) { try await ben.leaves(group) }
            #expect(try await ana.reads(group).memberCount == 1)
            try await ana.leaves(group)
            await expectError(.groupNotFound) { try await ana.reads(group) }
            #expect(try await ana.groupTitles() == [])
        }
    }

    @Test(
        "only the owner can change roles, except their own",
        arguments: Implementation.withHybrid(needsServer: "the roles and members of groups"))
    func roles(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            let group = try await ana.createsGroup(with: ben, cem)
            #expect(try await ana.makes(ben, .administrator, in: group).role == .administrator)
            #expect(try await ana.makes(ben, .administrator, in: group).person.username == "ben")
            await expectError(.notAllowed) { try await ben.makes(cem, .administrator, in: group) }
            await expectError(.selfNotAllowed) { try await ana.makes(ana, .member, in: group) }
            await expectError(.personNotFound) { try await ana.makes(dan, .administrator, in: group) }
            await expectError(.invalidValue, field: "role") { try await ana.makes(ben, .owner, in: group) }
            try await ana.makes(ben, .member, in: group)
            #expect(try await cem.roles(in: group) == ["ana": .owner, "ben": .member, "cem": .member])
            await expectError(.notAllowed) { try await ben.services.joinCode(of: group.id) }
        }
    }

    @Test(
        "a transfer makes another member the owner and the owner an administrator",
        arguments: Implementation.withHybrid(needsServer: "the roles and members of groups"))
    func transferring(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
            let group = try await ana.createsGroup(with: ben)
            await expectError(.personNotFound) { try await ana.transfers(group, to: cem) }
            await expectError(.notAllowed) { try await ben.transfers(group, to: ben) }
            let given = try await ana.transfers(group, to: ben)
            #expect(given.owner.username == "ben")
            #expect(given.role == .administrator)
            #expect(try await ana.transfers(group, to: ben) == given, "a retry succeeds")
            #expect(try await ben.roles(in: group) == ["ana": .administrator, "ben": .owner])
            await expectError(.notAllowed) { try await ana.transfers(group, to: ana) }
            await expectError(.notAllowed) { try await ana.services.deleteGroup(group.id) }
            try await ana.leaves(group)
            try await ben.leaves(group)
        }
    }

    @Test(
        "a group has at most 500 members",
        arguments: Implementation.withHybrid(needsServer: "the roles and members of groups"))
    func most(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let crowd = try await world.crowd(502)
            let group = try await ana.createsGroup()
            let code = try await ana.code(of: group)
            try await ana.invites(crowd[501], to: group)
            let early = await concurrently(
                crowd[..<498].map { member in { try await member.services.joinGroup(code: code) } })
            #expect(try early.values().count == 498)
            let late = await concurrently(
                crowd[498..<501].map { member in { try await member.services.joinGroup(code: code) } })
            #expect(late.filter(\.isSuccess).count == 1, "one place was free")
            #expect(late.filter { $0.rejection == .limitReached }.count == 2)
            await expectError(.limitReached) { try await crowd[501].acceptsInvitation(to: group) }
            #expect(try await ana.reads(group).memberCount == 500)
            try await crowd[0].leaves(group)
            #expect(try await crowd[501].acceptsInvitation(to: group).memberCount == 500)
            // Hidden members take places, too.
            try await crowd[1].blocks(crowd[0])
            #expect(try await crowd[0].services.groupPreview(code: code).memberCount == 499)
            await expectError(.limitReached) { try await crowd[0].services.joinGroup(code: code) }
        }
    }
}
