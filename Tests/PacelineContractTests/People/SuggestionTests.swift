import Paceline
import Testing

@Suite("Suggested people")
struct SuggestionTests {
    @Test("friends of friends are suggested, most common friends first", arguments: Implementation.allCases)
    func friendsOfFriends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            let (one, two) = try await world.people("one_friend", "two_friends")
            try await world.befriend(ana, ben)
            try await world.befriend(ana, eva)
            try await world.befriend(ben, two)
            try await world.befriend(eva, two)
            try await world.befriend(ben, one)
            #expect(try await ana.suggested() == ["two_friends", "one_friend", "ivo"])
            #expect(try await ivo.suggested().count == 5)
        }
    }

    @Test("contacts come before all others", arguments: Implementation.allCases)
    func contacts(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            try await world.befriend(ana, ben)
            try await world.befriend(ben, eva)
            let code = try await ivo.services.friendCode().code
            #expect(try await ana.suggested(codes: [code.lowercased(), "nonsense"]) == ["ivo", "eva"])
            let card = try await ivo.services.claimFriendCard(secret: Credential.newDeviceSecret()).code
            #expect(try await ana.suggested(codes: [card.lowercased()]) == ["ivo", "eva"])
            #expect(try await ana.suggested(codes: [code, card]) == ["ivo", "eva"])
        }
    }

    @Test(
        "people with the same sport come first, then others who train, then the rest",
        arguments: Implementation.allCases)
    func sports(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, idle, rower, runner) = try await world.people("ana", "idle", "rower", "runner")
            try await ana.publishes("Mine", .private, type: .rowing)
            try await runner.publishes("10 km", type: .running)
            try await rower.publishes("2000m", type: .rowing)
            _ = idle
            #expect(try await ana.suggested() == ["rower", "runner", "idle"])
        }
    }

    @Test(
        "only public workouts and scores are activity by which people are suggested", .world,
        arguments: Implementation.allCases)
    func privateActivity(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        func isActive() async throws -> Bool {
            // Reads the whole log.
            _ = try await world.purgeExpired()
            return try await world.rows(of: "people WHERE username = 'ana' AND active_at > joined_at") == 1
        }
        let workout = try await ana.publishes("2000m", .private)
        try await ana.plays(3, .private)
        #expect(try await !isActive())
        try await ana.publishes("2000m", .friends, as: workout.id)
        try await ana.services.deleteWorkout(workout.id)
        #expect(try await !isActive(), "changing or deleting a workout is no training")
        try await ana.plays(4, .friends)
        try await ana.publishes("2000m", .followers)
        #expect(try await !isActive(), "strangers do not see them")
        try await ana.plays(2, .public)
        #expect(try await isActive())
    }

    @Test(
        "private and blocked people and those without a username are never suggested",
        arguments: Implementation.allCases)
    func never(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            let child = try await world.person("child", born: 2016_01_01)
            let (closed, blocked) = try await world.people("closed_one", "blocked_one")
            _ = try await world.newcomer()
            for other in [child, closed, blocked] { try await world.befriend(ben, other) }
            try await closed.chooses(.private)
            try await ana.blocks(blocked)
            var codes: [String] = []
            for other in [child, closed, blocked] {
                codes.append(try await other.services.friendCode().code)
            }
            #expect(try await ana.suggested(codes: codes) == ["eva"])
            _ = eva
        }
    }

    @Test(
        "strangers are suggested to adults only, and to children only the owners of codes that they know",
        .world,
        arguments: Implementation.allCases)
    func minors(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, stranger) = try await world.people("ana", "ben", "stranger")
        let child = try await world.person("child", born: 2016_01_01)
        let teen = try await world.person("teen", born: 2010_01_01)
        let ageless = try await world.ageless("ageless")
        try await world.befriend(ana, ben)
        try await stranger.publishes("Row", .public)
        for reader in [child, teen, ageless] {
            #expect(try await reader.suggested() == [])
            try await world.befriend(reader, ana)
        }
        let code = try await stranger.services.friendCode().code
        #expect(try await child.suggested() == [])
        #expect(try await child.suggested(codes: [code]) == ["stranger"])
        #expect(try await teen.suggested() == ["ben"])
        #expect(Set(try await ageless.suggested()) == ["ben", "teen"])
        #expect(try await ageless.suggested(codes: [code]).first == "stranger")
    }

    @Test("followees and people with a pending request are not suggested", arguments: Implementation.allCases)
    func known(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            try await ana.follows(ben)
            try await ana.asks(eva)
            try await ivo.asks(ana)
            #expect(try await ana.suggested() == ["ivo"])
        }
    }

    @Test(
        "if there are too many strangers, the most recently active are suggested",
        arguments: Implementation.allCases)
    func active(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, runner, player) = try await world.people("ana", "runner", "player")
            let crowd = Set(try await world.crowd(200).map(\.username))
            #expect(try await ana.everybodySuggested() == crowd)
            world.clock.tick()
            try await runner.publishes()
            try await player.plays(3)
            _ = try await world.purgeExpired()
            let suggested = try await ana.everybodySuggested()
            #expect(suggested.count == 200)
            #expect(suggested.subtracting(crowd) == ["runner", "player"])
        }
    }

    @Test("a request has at most 20 codes", arguments: Implementation.allCases)
    func codes(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let codes = [String](repeating: "22BCDE", count: FriendCode.maxPerRequest + 1)
            await expectError(.invalidValue, field: "codes") { try await ana.suggested(codes: codes) }
            #expect(try await ana.suggested(codes: Array(codes.dropLast())) == [])
        }
    }
}

extension Member {
    /// The suggestions of all pages.
    fileprivate func everybodySuggested() async throws -> Set<String> {
        var names: Set<String> = []
        var page = PageRequest.whole
        while true {
            let found = try await services.suggestions(codes: [], page)
            names.formUnion(found.items.map(\.username))
            guard let next = found.next else { return names }
            page.cursor = next
        }
    }
}
