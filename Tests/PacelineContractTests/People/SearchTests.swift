import Paceline
import Testing

@testable import PacelineEngine

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
        "the exact username comes first, then people I follow, then prefixes, then the rest",
        arguments: Implementation.allCases)
    func ranking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await world.person("a_rowan_z")
            let followed = try await world.person("b_rowan_y")
            _ = try await world.person("rowan_b")
            _ = try await world.person("rowan")
            try await ana.follows(followed)
            #expect(try await ana.finds("rowan") == ["rowan", "b_rowan_y", "rowan_b", "a_rowan_z"])
        }
    }

    @Test(
        "the exact username comes first, then friends of friends, then prefixes, then the rest",
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
            #expect(try await ana.finds("rowan") == ["rowan", "b_rowan_y", "rowan_b", "a_rowan_z"])
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

    @Test(
        "friends, people I follow and friends of friends are found among any number of namesakes",
        arguments: Implementation.allCases)
    func namesakes(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.addPeople(200, named: "novak_a", displayName: "Mia Novak")
            try await world.addPeople(200, named: "x_novaka", displayName: "Novak")
            try await world.addPeople(150, named: "ynovak", displayName: "Ynovak")
            let friend = try await world.person("zoja", displayName: "Zoja Novak")
            let followed = try await world.person("zora", displayName: "Zora Krznovakova")
            let known = try await world.person("zvone", displayName: "Zvone Novak")
            let (hidden, blocked) = try await world.people("zita_novak", "zala_novak")
            try await world.befriend(ana, ben)
            for other in [friend, hidden, blocked] { try await world.befriend(ana, other) }
            try await ana.follows(followed)
            try await world.befriend(ben, known)
            try await hidden.chooses(.private)
            try await blocked.blocks(ana)

            let found = try await walk(inPagesOf: 20) {
                try await ana.services.people(matching: "novak", $0)
            }.map(\.username)
            #expect(Array(found.prefix(3)) == ["zoja", "zora", "zvone"])
            #expect(Set(found).count == found.count)
            #expect(found.count > 200)
            #expect(!found.contains { ["ana", "zita_novak", "zala_novak"].contains($0) })
        }
    }

    @Test(
        "two letters match inside a word only for people I follow and friends of friends", .world,
        arguments: Implementation.allCases)
    func shortQueriesInsideWords(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, zora) = try await world.people("ana", "ben", "zora")
        let known = try await world.person("cora", displayName: "Cora Perko")
        _ = try await world.person("dora", displayName: "Dora Perko")
        try await world.befriend(ana, ben)
        try await world.befriend(ben, known)
        try await ana.follows(zora)
        #expect(try await ana.finds("or") == ["zora", "cora"])
        #expect(try await ana.finds("rk") == ["cora"])
        #expect(try await ana.finds("o") == [])
        // The start of every word still finds friends of friends, before other people.
        #expect(try await ana.finds("pe") == ["cora", "dora"])
        #expect(try await ana.finds("d") == ["dora"])
        #expect(try await ana.finds("ora") == ["zora", "cora", "dora"])
    }

    @Test("the exact username is found among any number of namesakes", arguments: Implementation.allCases)
    func exactUsername(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            try await world.addPeople(150, named: "novak_a", displayName: "Novak")
            _ = try await world.person("novak", displayName: "Eva")
            #expect(try await ana.finds("novak").first == "novak")
            #expect(try await ana.finds("@NOVAK").first == "novak")
        }
    }

    @Test("every character of Chinese and Japanese names is found", arguments: Implementation.allCases)
    func ideographs(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await world.person("taro", displayName: "山田太郎")
            for query in ["山", "山田", "田太", "太郎", "郎", "山田太郎"] {
                #expect(try await ana.finds(query) == ["taro"], "\(query)")
            }
            #expect(try await ana.finds("田山") == [])
        }
    }

    @Test(
        "one and two letters match the start of every word of both names",
        arguments: Implementation.allCases)
    func shortQueries(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await world.person("mary", displayName: "Mary-Jo Ōta (Quinn)")
            _ = try await world.person("hugo_jones", displayName: "Hugo")
            _ = try await world.person("jozica", displayName: "Jožica")
            _ = try await world.person("major", displayName: "O’Jay")
            #expect(try await ana.finds("jo") == ["jozica", "hugo_jones", "mary"])
            #expect(try await ana.finds("j") == ["jozica", "hugo_jones", "major", "mary"])
            #expect(try await ana.finds("o") == ["major", "mary"])
            #expect(try await ana.finds("q") == ["mary"])
            #expect(try await ana.finds("jo ot") == ["mary"])
        }
    }

    @Test("the words of a former name are not found", arguments: Implementation.allCases)
    func renaming(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, mary) = (try await world.person("ana"), try await world.person("mary_jo"))
            #expect(try await ana.finds("jo") == ["mary_jo"])
            _ = try await mary.services.setUsername("mary_sue")
            _ = try await mary.services.update(AccountChanges(displayName: "Mary Sue"), ifMatch: nil)
            #expect(try await ana.finds("jo") == [])
            #expect(try await ana.finds("su") == ["mary_sue"])
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

extension World {
    /// Signs up members with numbered usernames, without the cost of a password each.
    fileprivate func addPeople(_ count: Int, named prefix: String, displayName: String) async throws {
        let (now, random) = (clock.now, engine.environment.random)
        let birthDate = try day(1990_05_17)
        try await database.write { connection in
            for index in 0..<count {
                let person = NewPerson(
                    username: "\(prefix)\(index)", displayName: displayName, birthDate: birthDate)
                _ = try connection.insert(person, at: now, using: random)
            }
        }
    }
}
