import Foundation
import Paceline
import PacelineClient
import Testing

@Suite("Stores: the feed", .timeLimit(.minutes(5)))
@MainActor struct FeedStoreTests {
    @Test("pages join to what the service lists", .world, arguments: Implementation.allCases)
    func paging(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        for index in 0..<7 { try await ben.publishes("\(index)", startedAt: ben.hoursAgo(10 - index)) }
        let feed = Feed(ana.services, query: FeedQuery(kinds: [.workout]), pageSize: 3)
        #expect(feed.phase == .idle)
        await feed.loadMore()
        try await ben.publishes("late", startedAt: ben.hoursAgo(9).addingTimeInterval(1_800))
        while feed.hasMore { await feed.loadMore() }
        #expect(feed.items.compactMap(\.workout?.title) == ["6", "5", "4", "3", "2", "late", "1", "0"])
        await feed.refresh()
        #expect(try await ana.services.feed(feed.query, .whole).items == feed.items)
        #expect(feed.cards.count == 8)
    }

    @Test("kudos are given, counted once, and withdrawn", .world, arguments: Implementation.allCases)
    func kudos(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let item = try await ben.publishes().id.item
        let feed = Feed(ana.services, query: FeedQuery(kinds: [.workout, .score]))
        await feed.refresh()
        #expect(try await feed.toggleKudos(of: item) == Tally(count: 1, mine: true))
        #expect(try await feed.giveKudos(to: item, big: true) == Tally(count: 1, mine: true))
        #expect(try await ana.services.item(item) == feed.items.first)
        #expect(try await feed.toggleKudos(of: item) == Tally(count: 0, mine: false))
        #expect(feed.items.first?.kudosCount == 0 && feed.items.first?.hasKudos == false)
    }

    @Test(
        "own workouts and scores are deleted, others are refused", .world, arguments: Implementation.allCases)
    func deleting(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        try await ana.publishes()
        try await ana.plays(3)
        let theirs = try await ben.plays(4)
        let feed = Feed(ana.services, query: FeedQuery(kinds: [.workout, .score]))
        await feed.refresh()
        let score = try #require(feed.items.first { $0.id == theirs.id })
        await expectRefusal(.notAllowed) { try await feed.delete(score) }
        #expect(feed.problem?.code == .notAllowed)
        #expect(feed.items.contains { $0.id == theirs.id })
        for item in feed.items where item.author.id == ana.id { try await feed.delete(item) }
        #expect(feed.items.map(\.id) == [theirs.id])
        await feed.refresh()
        #expect(feed.items.map(\.id) == [theirs.id])
    }

    @Test("live events change the feed", .world, arguments: Implementation.allCases)
    func live(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
        try await world.befriend(ana, ben)
        try await cat.follows(ben)
        let feed = Feed(ana.services, query: FeedQuery(kinds: [.workout, .score]))
        try await following([feed], as: ana) {
            let workout = try await ben.publishes()
            await eventually { feed.items.map(\.id) == [workout.id.item] }
            try await cat.givesKudos(to: workout)
            await eventually { feed.items.first?.kudosCount == 1 }
            #expect(feed.items.first?.hasKudos == false)
            let comment = try await cat.comments("Well rowed!", on: workout)
            await eventually { feed.items.first?.latestComment?.text == "Well rowed!" }
            #expect(feed.items.first?.commentCount == 1)
            try await cat.services.deleteComment(comment.id)
            await eventually { feed.items.first?.commentCount == 0 }
            #expect(feed.items.first?.latestComment == nil)
            try await ben.services.deleteWorkout(workout.id)
            await eventually { feed.phase == .empty }
        }
    }

    @Test("a filter holds for live events, too", .world, arguments: Implementation.allCases)
    func filtered(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let feed = Feed(ana.services, query: FeedQuery(kinds: [.workout], type: .running))
        try await following([feed], as: ana) {
            try await ben.publishes("rowed")
            let run = try await ben.publishes("ran", type: .running)
            await eventually { feed.items.map(\.id) == [run.id.item] }
            try await ben.publishes("ran", as: run.id, type: .rowing, startedAt: run.startedAt)
            await eventually { feed.items.isEmpty }
        }
    }

    @Test(
        "a feed of a person whom the viewer may not see says so", .world, arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.publishes()
        let feed = Feed(ana.services, query: FeedQuery(person: ben.reference))
        await feed.refresh()
        #expect(feed.phase == .loaded)
        try await ben.blocks(ana)
        await feed.refresh()
        guard case .failed(let error) = feed.phase else {
            Issue.record("expected a failure, but was \(feed.phase)")
            return
        }
        #expect(error.code == .personNotFound && !error.message.isEmpty)
        #expect(feed.items.isEmpty)
    }
}
