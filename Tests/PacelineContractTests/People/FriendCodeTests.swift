import Paceline
import Testing

@Suite("Friend codes")
struct FriendCodeTests {
    @Test(
        "a code has six unambiguous characters and a link that carries it", arguments: Implementation.allCases
    )
    func form(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.publicURL = "https://crew.example" }) { world in
            let ana = try await world.person("ana")
            let link = try await ana.services.friendCode()
            #expect(link.code.count == 6)
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
            let typed = code.lowercased().prefix(3) + "-" + code.lowercased().suffix(3)
            for (sender, text) in [(ben, code), (eva, String(typed))] {
                let request = try await sender.services.request(RequestDraft(to: .code(text)))
                #expect(request.kind == .friend)
                #expect(request.state == .pending)
                #expect(request.to.username == "ana")
            }
            #expect(try await ana.requests(.incoming).count == 2)
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
