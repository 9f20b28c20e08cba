import Paceline
import Testing

@Suite("Live: people and groups")
struct LivePeopleTests {
    @Test("a request and its answer are delivered to both people", arguments: Implementation.allCases)
    func requests(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let anas = try await ana.listens()
            #expect(try await ben.receives { try await ana.asks(ben) } == ["request pending by ana"])
            #expect(try await ana.receives(on: anas) == ["request pending by ana"])
            let request = try await ben.services.requests(.incoming, kind: nil, .whole).items[0]
            #expect(
                try await ana.receives { try await ben.accepts(request) } == ["request accepted by ana"])
        }
    }

    @Test(
        "a repeated request is not delivered to a receiver who declined the first",
        arguments: Implementation.allCases)
    func silentDeclining(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            try await ben.declines(request)
            try await ana.services.cancel(request.id)
            let bens = try await ben.listens()
            let again = try await ana.asks(ben)
            try await ana.services.cancel(again.id)
            #expect(try await ben.receives(on: bens) == [])
        }
    }

    @Test("a rejection is not delivered to the sender", arguments: Implementation.allCases)
    func rejection(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            #expect(try await ana.receives { try await ben.declines(request) } == [])
        }
    }

    @Test("a block, an unfollow and a mute end deliveries at once", arguments: Implementation.allCases)
    func partings(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cat, dan) = try await world.people("ana", "ben", "cat", "dan")
            for member in [ben, cat, dan] { try await world.befriend(member, ana) }
            let (bens, cats, dans) = (
                try await ben.listens(), try await cat.listens(), try await dan.listens()
            )
            try await ana.blocks(ben)
            try await cat.services.unfriend(ana.reference)
            try await dan.mutes(ana)
            let workout = try await ana.publishes()
            try await ana.comments("Done", on: workout)
            #expect(try await ben.receives(on: bens) == [])
            #expect(try await cat.receives(on: cats) == ["relationship"])
            #expect(try await dan.receives(on: dans) == ["relationship"])
        }
    }

    @Test("a block is delivered only to the person who blocked", arguments: Implementation.allCases)
    func block(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let bens = try await ben.listens()
            #expect(try await ana.receives { try await ana.blocks(ben) } == ["relationship"])
            #expect(try await ben.receives(on: bens) == [])
        }
    }

    @Test(
        "members receive events of their group and its scores until they leave it",
        arguments: Implementation.allCases)
    func group(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
            let group = try await ana.services.createGroup(title: "Family")
            let code = try await ana.services.joinCode(of: group.id).code
            _ = try await ben.services.joinGroup(code: code)
            #expect(try await ben.receives { _ = try await cat.services.joinGroup(code: code) } == ["group"])
            #expect(try await ben.receives { try await ana.plays(4) } == ["score"])
            #expect(try await ben.receives { try await ana.plays(2, .private) } == ["score"])
            #expect(try await ben.receives { try await ana.plays(1, .private) } == [])
            #expect(
                try await ben.receives { _ = try await ana.services.renameGroup(group.id, title: "We") }
                    == ["group"])
            #expect(
                try await ben.receives { try await ana.services.removeMember(ben.reference, from: group.id) }
                    == ["group lost"])
            #expect(try await ben.receives { try await ana.plays(3, .public) } == [])
            #expect(try await cat.receives { try await ana.services.deleteGroup(group.id) } == ["group lost"])
        }
    }

    @Test(
        "the coming, going and role of a hidden member are not delivered; what they do to others is",
        arguments: Implementation.allCases)
    func hiddenMember(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, mia) = try await world.people("ana", "ben", "eva", "mia")
            let group = try await ben.createsGroup(with: ana, mia)
            try await ana.blocks(eva)
            let (anas, bens) = (try await ana.listens(), try await ben.listens())
            let acts: [(isShown: Bool, act: @Sendable () async throws -> Void)] = [
                (false, { try await eva.joins(try await ben.code(of: group)) }),
                (false, { try await ben.makes(eva, .administrator, in: group) }),
                (true, { try await eva.removes(mia, from: group) }),
                (
                    true,
                    { _ = try await eva.services.updateGroup(group.id, GroupChanges(metrics: [.distance])) }
                ),
                (false, { try await eva.leaves(group) }),
                (false, { try await eva.joins(try await ben.code(of: group)) }),
                (false, { try await ben.removes(eva, from: group) }),
            ]
            for (number, (isShown, act)) in acts.enumerated() {
                try await act()
                #expect(try await ana.receives(on: anas) == (isShown ? ["group"] : []), "\(number)")
                #expect(try await ben.receives(on: bens) == ["group"], "\(number)")
            }
        }
    }

    @Test("the owner receives that a member has left by a block", arguments: Implementation.allCases)
    func leavingByBlock(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.createsGroup(with: ben)
            #expect(try await ana.receives { try await ben.blocks(ana) } == ["group"])
        }
    }

    @Test("a group invitation and its end are delivered", arguments: Implementation.allCases)
    func invitation(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let group = try await ana.services.createGroup(title: "Family")
            #expect(
                try await ben.receives { try await ana.services.invite(ben.reference, to: group.id) }
                    == ["invitation"])
            #expect(
                try await ben.receives {
                    try await ana.services.removeInvitation(of: ben.reference, to: group.id)
                } == ["invitation"])
        }
    }
}
