import Paceline
import Testing

@Suite("Hearts on comments")
struct HeartTests {
    @Test(
        "hearts count once for each person, and can be taken back", .world, arguments: Implementation.allCases
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

    @Test("hearts of hidden people are not counted", .world, arguments: Implementation.allCases)
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

    @Test("what cannot be seen gets no heart", .world, arguments: Implementation.allCases)
    func unseen(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ana.publishes("2000m", .friends)
        let comment = try await ana.comments("Windy", on: workout)
        for id in [comment.id, .random()] {
            await expectError(.commentNotFound) { try await ben.services.giveHeart(to: id) }
            await expectError(.commentNotFound) { try await ben.services.withdrawHeart(from: id) }
        }
    }
}
