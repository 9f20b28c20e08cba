import Paceline
import Testing

@Suite("Concurrency in groups")
struct GroupConcurrencyTests {
    @Test("concurrent requests for the join code return the same code", arguments: Implementation.allCases)
    func oneCode(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let group = try await ana.createsGroup()
            let invites = await concurrently(
                (0..<8).map { _ in { try await ana.services.joinCode(of: group.id).code } })
            #expect(try Set(invites.values()).count == 1)
        }
    }

    @Test("concurrent joins succeed only before the code is revoked", arguments: Implementation.allCases)
    func revocation(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let crowd = try await world.crowd(10)
            let group = try await ana.createsGroup()
            let code = try await ana.code(of: group)
            var acts: [@Sendable () async throws -> Void] = crowd.map { member in
                { _ = try await member.services.joinGroup(code: code) }
            }
            acts.insert({ try await ana.services.revokeJoinCode(of: group.id) }, at: 5)
            let outcomes = await concurrently(acts)
            #expect(outcomes[5].isSuccess)
            #expect(outcomes.allSatisfy { $0.isSuccess || $0.rejection == .invitationNotFound })
            #expect(try await ana.reads(group).memberCount == outcomes.filter(\.isSuccess).count)
            await expectError(.invitationNotFound) { try await world.person("late").joins(code) }
        }
    }

    @Test(
        "a transfer while the new owner leaves keeps exactly one owner", arguments: Implementation.allCases)
    func transfer(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup(with: ben)
            let acts: [@Sendable () async throws -> Void] = [
                { _ = try await ana.services.transferGroup(group.id, to: ben.reference) },
                { try await ben.services.removeMember(.me, from: group.id) },
            ]
            let outcomes = await concurrently(acts)
            // The new owner either got the group first and had to stay, or left before the transfer.
            #expect(
                outcomes.map(\.rejection) == [nil, .ownerMustStay]
                    || outcomes.map(\.rejection) == [.personNotFound, nil])
            let owners = try await ana.roles(in: group).filter { $0.value == .owner }
            #expect(owners.count == 1)
        }
    }

    @Test(
        "a person who creates groups concurrently is in at most 50",
        arguments: Implementation.allCases)
    func most(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for index in 0..<48 { try await ana.createsGroup("\(index)") }
            let outcomes = await concurrently(
                (0..<6).map { index in { try await ana.createsGroup("Late \(index)") } })
            #expect(outcomes.filter(\.isSuccess).count == 2)
            #expect(outcomes.filter { $0.rejection == .limitReached }.count == 4)
            #expect(try await ana.services.groups(.whole).items.filter(\.isActive).count == 1)
        }
    }

    @Test("a concurrent block and join do not leave both in the group", arguments: Implementation.allCases)
    func block(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.createsGroup()
            let code = try await ana.code(of: group)
            let acts: [@Sendable () async throws -> Void] = [
                { _ = try await ben.services.joinGroup(code: code) },
                { try await ana.services.block(ben.reference) },
            ]
            let outcomes = await concurrently(acts)
            #expect(outcomes[1].isSuccess)
            #expect(outcomes[0].isSuccess || outcomes[0].rejection == .invitationNotFound)
            #expect(try await ben.groupTitles() == [])
            #expect(try await ana.reads(group).memberCount == 1)
        }
    }
}
