import Paceline
import Testing

@Suite("Kudos")
struct KudosTests {
    @Test("giving twice counts once", arguments: Implementation.withOfflineDevices)
    func once(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            #expect(try await ben.givesKudos(to: workout) == Tally(count: 1, mine: true))
            #expect(try await ben.givesKudos(to: workout) == Tally(count: 1, mine: true))
            #expect(try await ana.card(of: workout).kudosCount == 1)
        }
    }

    @Test(
        "a feed shows whether the viewer gave kudos, for any number of kudos",
        arguments: Implementation.withOfflineDevices,
        [1, 31, 32, 33, 40])
    func mineAmongMany(_ implementation: Implementation, _ count: Int) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let crowd = try await world.crowd(count + 1)
            let (givers, other) = (crowd.prefix(count), crowd[count])
            for reader in [crowd[0], crowd[count - 1], other] { try await reader.follows(ana) }
            let workout = try await ana.publishes()
            for giver in givers { try await giver.givesKudos(to: workout) }
            // The second read is served from the cache.
            for _ in 0..<2 {
                for reader in [crowd[0], crowd[count - 1], other] {
                    let card = try await reader.services.feed(FeedQuery(), .whole).items.first
                    #expect(card?.kudosCount == count)
                    #expect(card?.hasKudos == (reader.id != other.id))
                }
            }
        }
    }

    @Test(
        "counts are correct while kudos pass the limit of counting on read, in both directions",
        arguments: Implementation.withLateWrites(needsServer: "kudos of others on a stranger's item"))
    func manyAndFewAgain(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let crowd = try await world.crowd(35)
            let workout = try await ana.publishes()
            for (index, giver) in crowd.enumerated() {
                #expect(try await giver.givesKudos(to: workout) == Tally(count: index + 1, mine: true))
            }
            for (index, giver) in crowd.enumerated() {
                #expect(
                    try await giver.givesKudos(to: workout, big: true) == Tally(count: 35 - index, mine: true)
                )
                let tally = try await giver.services.withdrawKudos(from: workout.id.item)
                #expect(tally == Tally(count: 34 - index, mine: false))
                #expect(try await ana.card(of: workout).kudosCount == 34 - index)
            }
        }
    }

    @Test(
        "the owner can give kudos too, which does not notify them",
        arguments: Implementation.withOfflineDevices)
    func own(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes("2000m", .private)
            #expect(try await ana.givesKudos(to: workout) == Tally(count: 1, mine: true))
            #expect(try await ana.notified() == [])
            #expect(
                try await ana.services.withdrawKudos(from: workout.id.item) == Tally(count: 0, mine: false))
        }
    }

    @Test(
        "kudos can be changed to big and back", arguments: Implementation.withOfflineDevices)
    func big(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            for isBig in [false, true, false] {
                try await ben.givesKudos(to: workout, big: isBig)
                let given = try await ana.services.kudos(of: workout.id.item, .whole).items
                #expect(given.map(\.big) == [isBig])
            }
        }
    }

    @Test("one's own kudos are in the list, as they are by now", arguments: Implementation.withOfflineDevices)
    func ownInList(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            try await eva.givesKudos(to: workout)
            func list() async throws -> [String] {
                try await ben.services.kudos(of: workout.id.item, .whole).items.map {
                    "\($0.person.username) \($0.big)"
                }
            }
            #expect(try await list() == ["eva false"])
            world.clock.tick()
            for isBig in [true, false] {
                try await ben.givesKudos(to: workout, big: isBig)
                #expect(try await list() == ["ben \(isBig)", "eva false"])
            }
            _ = try await ben.services.withdrawKudos(from: workout.id.item)
            #expect(try await list() == ["eva false"])
        }
    }

    @Test("withdrawing kudos is idempotent", arguments: Implementation.withOfflineDevices)
    func withdrawing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            try await ana.givesKudos(to: workout)
            try await ben.givesKudos(to: workout)
            for _ in 0..<2 {
                let tally = try await ben.services.withdrawKudos(from: workout.id.item)
                #expect(tally == Tally(count: 1, mine: false))
            }
            #expect(try await !ben.card(of: workout).hasKudos)
        }
    }

    @Test("kudos can be toggled", arguments: Implementation.withOfflineDevices)
    func toggling(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let item = try await ana.publishes().id.item
            #expect(try await ana.services.toggleKudos(of: item, given: false).mine)
            #expect(try await !ana.services.toggleKudos(of: item, given: true).mine)
        }
    }

    @Test(
        "everyone who sees the workout sees who gave kudos, newest first",
        arguments: Implementation.withOfflineDevices)
    func givers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            try await ben.givesKudos(to: workout, big: true)
            try await eva.givesKudos(to: workout)
            let given = try await ana.services.kudos(of: workout.id.item, .whole).items
            #expect(given.map(\.person.username) == ["eva", "ben"])
            #expect(given.map(\.big) == [false, true])
            #expect(given.first?.createdAt == world.clock.now)
        }
    }

    @Test("hidden items cannot get kudos", arguments: Implementation.withOfflineDevices)
    func unseen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes("2000m", .friends)
            await expectError(.itemNotFound) { try await ben.givesKudos(to: workout) }
            await expectError(.itemNotFound) { try await ben.services.withdrawKudos(from: workout.id.item) }
            await expectError(.itemNotFound) { try await ben.services.kudos(of: workout.id.item, .whole) }
            await expectError(.itemNotFound) { try await ben.services.giveKudos(to: .random(), big: false) }
        }
    }
}
