import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Friend codes")
struct FriendCodeTests {
    @Test(
        "a code has eight unambiguous characters and a link that carries it",
        arguments: Implementation.allCases
    )
    func form(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.publicURL = "https://crew.example" }) { world in
            let ana = try await world.person("ana")
            let link = try await ana.services.friendCode()
            #expect(link.code.count == 8)
            #expect(link.code.allSatisfy { !"01OILU".contains($0) && $0.isASCII && !$0.isLowercase })
            #expect(link.url.hasPrefix("https://crew.example/"))
            #expect(link.url.hasSuffix(link.code))
            #expect(try await ana.services.friendCode() == link)
        }
    }

    @Test(
        "adding by code sends a friend request, in any spelling of the code",
        arguments: Implementation.allCases
    )
    func adding(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let code = try await ana.services.friendCode().code
            let typed = code.lowercased().prefix(4) + "-" + code.lowercased().suffix(4)
            for (sender, text) in [(ben, code), (eva, String(typed))] {
                let request = try await sender.services.request(RequestDraft(to: .code(text)))
                #expect(request.kind == .friend)
                #expect(request.state == .pending)
                #expect(request.to.username == "ana")
            }
            #expect(try await ana.requests(.incoming).count == 2)
        }
    }

    @Test("a code of six characters, made earlier, still works", arguments: Implementation.allCases)
    func earlier(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.database.write { [id = ana.id] connection in
                try connection.send("UPDATE people SET friend_code = 'K7M2XQ' WHERE id = \(id)")
            }
            #expect(try await ana.services.friendCode().code == "K7M2XQ")
            let request = try await ben.services.request(RequestDraft(to: .code("k7m 2xq")))
            #expect(request.to.username == "ana")
        }
    }

    @Test("a code also sends a follow request", arguments: Implementation.allCases)
    func following(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let code = try await ana.services.friendCode().code
            let request = try await ben.services.request(RequestDraft(kind: .follow, to: .code(code)))
            #expect(request.kind == .follow && request.to.username == "ana")
            // The profile is public.
            #expect(request.state == .accepted)
        }
    }

    @Test("two people who add each other by code become friends", arguments: Implementation.allCases)
    func crossing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            for (one, other) in [(ana, ben), (ben, ana)] {
                let code = try await other.services.friendCode().code
                _ = try await one.services.request(RequestDraft(to: .code(code)))
            }
            #expect(try await ana.relationship(to: ben) == .friends)
        }
    }

    @Test("a reset code no longer works", arguments: Implementation.allCases)
    func resetting(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let old = try await ana.services.friendCode()
            let new = try await ana.services.resetFriendCode()
            #expect(new.code != old.code)
            await expectError(.friendCodeNotFound, field: "code") {
                try await ben.services.request(RequestDraft(to: .code(old.code)))
            }
            #expect(
                try await ben.services.request(RequestDraft(to: .code(new.code))).to.username == "ana")
        }
    }

    @Test(
        "replacing a code withdraws pending requests sent with the old one, and their senders do not notice",
        .world, arguments: Implementation.allCases)
    func resettingWithdraws(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let child = try await world.person("child", born: 2016_01_01)
        for receiver in [ana, child] {
            let old = try await receiver.services.friendCode().code
            let withdrawn = try await ben.services.request(RequestDraft(to: .code(old)))
            // Adults can be asked without a code.
            let kept = receiver.username == "ana" ? try await cem.asks(ana).id : nil
            world.clock.tick()
            let new = try await receiver.services.resetFriendCode().code
            let place = receiver.username
            #expect(try await receiver.requests(.incoming) == [kept].compactMap(\.self), "\(place)")
            await expectError(.requestNotFound) { try await receiver.accepts(withdrawn) }
            #expect(try await ben.requests(.outgoing).contains(withdrawn.id), "\(place)")
            try await ben.services.cancel(withdrawn.id)
            try await receiver.accepts(try await ben.services.request(RequestDraft(to: .code(new))))
            #expect(try await receiver.relationship(to: ben) == .friends, "\(place)")
        }
    }

    @Test(
        "a child who removes or blocks a person gets another code; waiting requests stay", .world,
        arguments: Implementation.allCases)
    func removing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let child = try await world.person("child", born: 2016_01_01)
        let waiting = try await ben.services.request(
            RequestDraft(to: .code(try await child.services.friendCode().code)))
        let removals: [(name: String, act: @Sendable () async throws -> Void)] = [
            ("unfriending", { try await child.services.unfriend(ana.reference) }),
            ("unfollowing", { try await child.services.unfollow(ana.reference) }),
            ("removing", { try await child.services.removeFollower(ana.reference) }),
            ("blocking", { try await child.services.block(ana.reference) }),
        ]
        for (name, act) in removals {
            try await world.befriend(ana, child)
            let old = try await child.services.friendCode().code
            try await act()
            #expect(try await child.services.friendCode().code != old, "\(name)")
            await expectError(.friendCodeNotFound, field: "code") {
                try await ana.services.request(RequestDraft(to: .code(old)))
            }
        }
        #expect(try await child.requests(.incoming) == [waiting.id])
    }

    @Test(
        "signing out everywhere replaces the code of a child and of a person of unknown age", .world,
        arguments: Implementation.allCases)
    func signingOutEverywhere(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let people = [
            (try await world.person("child", born: 2016_01_01), true), (try await world.ageless("kid"), true),
            (try await world.person("teen", born: 2010_01_01), false),
        ]
        for (member, isReplaced) in people {
            let old = try await member.services.friendCode().code
            _ = try await member.services.signOutEverywhere()
            guard isReplaced else {
                _ = try await ana.services.request(RequestDraft(to: .code(old)))
                continue
            }
            await expectError(.friendCodeNotFound, field: "code") {
                try await ana.services.request(RequestDraft(to: .code(old)))
            }
        }
    }

    @Test("the code of an adult stays when a friendship ends", arguments: Implementation.allCases)
    func staying(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let code = try await ana.services.friendCode().code
            try await world.befriend(ana, ben)
            try await ana.services.unfriend(ben.reference)
            try await ana.blocks(ben)
            #expect(try await ana.services.friendCode().code == code)
        }
    }

    @Test("invalid codes and one's own code are rejected", arguments: Implementation.allCases)
    func invalidCodes(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let own = try await ana.services.friendCode().code
            for nonsense in ["", "22222", "OOOOOO", "' OR 1=1"] {
                await expectError(.friendCodeNotFound, field: "code") {
                    try await ana.services.request(RequestDraft(to: .code(nonsense)))
                }
            }
            await expectError(.selfNotAllowed) {
                try await ana.services.request(RequestDraft(to: .code(own)))
            }
        }
    }
}
