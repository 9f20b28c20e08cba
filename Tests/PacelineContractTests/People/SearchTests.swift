import Paceline
import Testing

@Suite("Searching for people")
struct SearchTests {
    @Test("usernames and display names match by prefix and by substring", arguments: Implementation.allCases)
    func beginningAndMiddle(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await world.person("mojca_rows", displayName: "Mojca Zupan")
            for query in ["mo", "mojca", "ca_ro", "rows", "zupan", "upa", "Mojca Zupan", "@mojca"] {
                #expect(try await ana.finds(query) == ["mojca_rows"], "\(query)")
            }
            for query in ["zupam", "rows mojca", "xy"] {
                #expect(try await ana.finds(query) == [], "\(query)")
            }
        }
    }

    @Test("accents and case do not matter", arguments: Implementation.allCases)
    func folding(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await world.person("rower_one", displayName: "Žiga Łoś")
            for query in ["ziga", "ŽIGA", "los", "żiga"] {
                #expect(try await ana.finds(query) == ["rower_one"], "\(query)")
            }
        }
    }

    @Test(
        "exact matches come first, then prefixes, then people I follow, then the rest",
        arguments: Implementation.allCases)
    func ranking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await world.person("a_rowan_z")
            let followed = try await world.person("b_rowan_y")
            _ = try await world.person("rowan_b")
            _ = try await world.person("rowan")
            try await ana.follows(followed)
            #expect(try await ana.finds("rowan") == ["rowan", "rowan_b", "b_rowan_y", "a_rowan_z"])
        }
    }

    @Test(
        "exact matches come first, then prefixes, then friends of friends, then the rest",
        arguments: Implementation.allCases)
    func friendsOfFriends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await world.person("a_rowan_z")
            let known = try await world.person("b_rowan_y")
            _ = try await world.person("rowan_b")
            _ = try await world.person("rowan")
            try await world.befriend(ana, ben)
            try await world.befriend(ben, known)
            #expect(try await ana.finds("rowan") == ["rowan", "rowan_b", "b_rowan_y", "a_rowan_z"])
        }
    }

    @Test(
        "private people, people without a username and the searcher are not found",
        arguments: Implementation.allCases)
    func excluded(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("rower_ana", "rower_ben", "rower_eva")
            try await ben.chooses(.private)
            try await eva.chooses(.friends)
            #expect(try await ana.finds("rower") == ["rower_eva"])
            #expect(try await ana.finds("rower_ana") == [])
            try await ben.chooses(.public)
            #expect(try await ana.finds("rower_b") == ["rower_ben"])
        }
    }

    @Test("results include the relationship to the viewer", arguments: Implementation.allCases)
    func relationships(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let found = try await ana.services.people(matching: "ben", .whole).items
            #expect(found.map(\.relationship) == [.friends])
            #expect(found.map(\.friendCount) == [1])
        }
    }

    @Test("a page of results holds at most 20 people", arguments: Implementation.allCases)
    func pageSize(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(22)
            let page = try await crowd[0].services.people(matching: "crowd", .whole)
            #expect(page.items.count == 20)
            let rest = try await crowd[0].services.people(
                matching: "crowd", PageRequest(limit: 20, cursor: page.next))
            #expect(rest.items.count == 1)
            #expect(rest.next == nil)
        }
    }

    @Test("special characters in queries are plain text", arguments: Implementation.allCases)
    func hostile(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, _) = try await world.people("ana", "ben")
            for query in [
                "%%%", "___", "' OR 1=1 --", "\"ben\"", "ben*", "ben OR ana", "NEAR(ben)", "-ben", "\\ben",
            ] {
                #expect(try await ana.finds(query) == [], "\(query)")
            }
        }
    }

    @Test("a search has 1 to 100 characters", arguments: Implementation.allCases)
    func length(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for bad in ["", "   ", String(repeating: "x", count: 101)] {
                await expectError(.invalidValue, field: "query") { try await ana.finds(bad) }
            }
            #expect(try await ana.finds(String(repeating: "x", count: 100)) == [])
        }
    }
}
