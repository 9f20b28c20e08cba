import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("The page of the feed")
struct FeedPageTests {
    @Test("previews: photo, shape and givers, also after each of them changes", arguments: engines)
    func previews(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cleo, dora) = try await world.people("ana", "ben", "cleo", "dora")
            for other in [ana, cleo, dora] { try await world.befriend(ben, other) }
            let workout = try await ben.publishes()
            let session = try await world.engine.services(token: ana.token)
            let preview = {
                let page = try await session.feedPage(FeedQuery(), PageRequest(limit: 30), cards: 12)
                #expect(try await session.card(workout.id.item).item == page.items.items[0])
                return page.previews[workout.id.item]
            }
            #expect(try await preview()?.hasPhoto == false)
            try await ben.services.setPhoto(Pictures.plain, of: workout.id)
            #expect(try await preview()?.hasPhoto == true)
            try await ben.services.removePhoto(of: workout.id)
            #expect(try await preview()?.hasPhoto == false)

            var draft = WorkoutDraft.sample("2000m", type: .rowing, startedAt: workout.startedAt)
            draft.detail = WorkoutDetail(
                intervals: (0..<4).map { Interval(index: $0, duration: 100 + Double($0), distance: 500) })
            _ = try await ben.services.publish(draft, as: workout.id, ifMatch: nil)
            guard case .intervals(let intervals)? = try await preview()?.sketch?.content else {
                Issue.record("no sketch")
                return
            }
            #expect(intervals.pieces.map(\.duration) == [100, 101, 102, 103])

            for giver in [ana, cleo, dora] { try await giver.givesKudos(to: workout) }
            #expect(Set(try await preview()?.givers.map(\.id) ?? []) == [cleo.id, dora.id])
            try await dora.blocks(ana)
            #expect(try await preview()?.givers.map(\.id) == [cleo.id])
        }
    }

    @Test("at most three people who gave kudos are named, and none who is hidden", arguments: engines)
    func manyGivers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workouts = [try await ana.publishes("one"), try await ana.publishes("two")]
            let crowd = try await world.crowd(7)
            for workout in workouts { for person in crowd { try await person.givesKudos(to: workout) } }
            for person in crowd.prefix(3) { try await person.blocks(ana) }
            try await ben.givesKudos(to: workouts[0])
            let session = try await world.engine.services(token: ana.token)
            let page = try await session.feedPage(FeedQuery(), PageRequest(limit: 30), cards: 12)
            let shown = Set(crowd.dropFirst(3).map(\.id) + [ben.id])
            for workout in workouts {
                let givers = try #require(page.previews[workout.id.item]?.givers)
                #expect(givers.count == 3 && shown.isSuperset(of: givers.map(\.id)))
            }
        }
    }

    @Test("pages with a limit of cards follow each other without gaps or repeats", arguments: engines)
    func limitOfCards(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for number in 0..<9 {
                try await ana.publishes("\(number)")
                try await ana.plays(3, on: 2026_02_01 + number)
                try await ana.plays(30, in: Game.ID("nyt_mini")!, on: 2026_02_01 + number)
            }
            let session = try await world.engine.services(token: ana.token)
            let whole = try await session.feed(FeedQuery(), .whole).items.map(\.id)
            for cards in [1, 2, 5] {
                var (found, cursor) = ([FeedItem.ID](), Cursor?.none)
                repeat {
                    let page = try await session.feedPage(
                        FeedQuery(), PageRequest(limit: 10, cursor: cursor), cards: cards)
                    #expect(FeedCard.cards(from: page.items.items).count <= cards)
                    found += page.items.items.map(\.id)
                    cursor = page.items.next
                } while cursor != nil
                #expect(found == whole, "\(cards)")
            }
        }
    }

    /// Pages are read from the engine, not through a client.
    private static let engines = Implementation.withHybrid.filter { $0 != .remote }
}
