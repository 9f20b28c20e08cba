import Paceline
import Testing

@Suite("Hearts on comments")
struct HeartTests {
    @Test(
        "hearts count once per person and can be withdrawn", .world,
        arguments: Implementation.withOfflineDevices
    )
    func counting(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ana.publishes()
        let comment = try await ben.comments("Well rowed", on: workout)
        #expect(try await ana.services.giveHeart(to: comment.id) == Tally(count: 1, mine: true))
        #expect(try await ana.services.giveHeart(to: comment.id) == Tally(count: 1, mine: true))
        #expect(try await ben.services.giveHeart(to: comment.id) == Tally(count: 2, mine: true))
        #expect(try await ana.services.withdrawHeart(from: comment.id) == Tally(count: 1, mine: false))
        #expect(try await ana.services.withdrawHeart(from: comment.id) == Tally(count: 1, mine: false))
        let seenByAna = try await ana.services.comments(on: workout.id.item, .whole).items
        let seenByBen = try await ben.services.comments(on: workout.id.item, .whole).items
        #expect(seenByAna.map(\.heartCount) == [1])
        #expect(seenByAna.map(\.hasHeart) == [false])
        #expect(seenByBen.map(\.hasHeart) == [true])
    }

    @Test("hearts of hidden people are not counted", .world, arguments: Implementation.withOfflineDevices)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        let workout = try await eva.publishes()
        let comment = try await eva.comments("Windy", on: workout)
        _ = try await ben.services.giveHeart(to: comment.id)
        try await ana.blocks(ben)
        #expect(try await ana.services.giveHeart(to: comment.id) == Tally(count: 1, mine: true))
        let seen = try await ana.services.comments(on: workout.id.item, .whole).items
        #expect(seen.map(\.heartCount) == [1])
        let seenByEva = try await eva.services.comments(on: workout.id.item, .whole).items
        #expect(seenByEva.map(\.heartCount) == [2])
    }

    @Test(
        "people who gave hearts are listed newest first, in pages, without hidden people", .world,
        arguments: Implementation.withOfflineDevices)
    func givers(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        let crowd = try await world.crowd(5)
        let comment = try await ana.comments("Windy", on: try await ana.publishes())
        for giver in crowd + [ben, eva] {
            world.clock.tick()
            _ = try await giver.services.giveHeart(to: comment.id)
        }
        _ = try await crowd[1].services.withdrawHeart(from: comment.id)
        let all = try await ana.services.hearts(of: comment.id, .whole)
        let expected = [eva.id, ben.id, crowd[4].id, crowd[3].id, crowd[2].id, crowd[0].id]
        #expect(all.items.map(\.id) == expected)
        #expect(all.items.first?.username == "eva")
        var read: [Person.ID] = []
        var page = PageRequest(limit: 4)
        repeat {
            let found = try await ana.services.hearts(of: comment.id, page)
            #expect(found.items.count <= 4)
            read += found.items.map(\.id)
            page.cursor = found.next
        } while page.cursor != nil
        #expect(read == expected)
        try await ana.blocks(ben)
        #expect(
            try await ana.services.hearts(of: comment.id, .whole).items.map(\.id)
                == expected.filter { $0 != ben.id })
        #expect(try await eva.services.hearts(of: comment.id, .whole).items.map(\.id) == expected)
        await expectError(.commentNotFound) { try await ben.services.hearts(of: comment.id, .whole) }
    }

    @Test("hidden comments cannot get hearts", .world, arguments: Implementation.withOfflineDevices)
    func unseen(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ana.publishes("2000m", .friends)
        let comment = try await ana.comments("Windy", on: workout)
        for id in [comment.id, .random()] {
            await expectError(.commentNotFound) { try await ben.services.giveHeart(to: id) }
            await expectError(.commentNotFound) { try await ben.services.withdrawHeart(from: id) }
            await expectError(.commentNotFound) { try await ben.services.hearts(of: id, .whole) }
        }
    }
}
