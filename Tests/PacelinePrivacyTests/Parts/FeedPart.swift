import Paceline
import PacelineEngine

/// Feeds with items of every feature, and the engine's cache of feeds and boards.
struct FeedPart: WorldPart {
    static let steps: [WorldStep] = [WorldStep(5) { world, one, _, _ in try await world.warmCache(as: one) }]

    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        try await world.checkCache(for: viewer)
        try await world.checkFeed(of: viewer)
    }
}

extension RandomWorld {
    private static let ranges = [LeaderboardRange.today, .all]

    /// Fills the engine's cache.
    fileprivate func warmCache(as viewer: Int) async throws {
        _ = try await session(viewer).feed(FeedQuery(), PageRequest())
        for range in Self.ranges {
            _ = try await session(viewer).leaderboard(
                LeaderboardQuery(scope: .global, range: range), PageRequest())
        }
    }

    /// Compares results with those of a new engine, whose cache is empty.
    fileprivate func checkCache(for viewer: Int) async throws {
        let person = people[viewer].id
        for page in [PageRequest(limit: 3), PageRequest(limit: 100)] {
            let fresh = try await Engine(database: database, environment: engine.environment)
            try expect(
                try await session(viewer).feed(FeedQuery(), page),
                try await fresh.session(for: person).feed(FeedQuery(), page), "feed kept for \(viewer)")
        }
        for range in Self.ranges {
            let query = LeaderboardQuery(scope: .global, range: range)
            let fresh = try await Engine(database: database, environment: engine.environment)
            try expect(
                try await session(viewer).leaderboard(query, PageRequest()),
                try await fresh.session(for: person).leaderboard(query, PageRequest()),
                "board kept for \(viewer)")
        }
    }

    fileprivate func checkFeed(of viewer: Int) async throws {
        let items = items.filter { $0.isSeen(viewer) }
        let expected = items.filter { item in
            item.owner == viewer || follows(viewer, item.owner) && !hasMuted(viewer, item.owner)
        }
        .sorted { ($0.at, $0.id) > ($1.at, $1.id) }.map(\.id)
        for limit in [1, 3, 100] {
            try expect(try await walk(viewer, FeedQuery(), limit), expected, "feed of \(viewer) by \(limit)")
        }
        for person in people.indices where !areBlocked(viewer, person) {
            let theirs = items.filter { $0.owner == person }.map(\.id).sorted()
            try expect(
                try await walk(viewer, FeedQuery(person: .id(people[person].id)), 2).sorted(), theirs,
                "feed of \(person) for \(viewer)")
        }
        let recent = try await walk(viewer, FeedQuery(window: .recent), 3)
        for item in recent where !expected.contains(item) {
            throw PrivacyMismatch(description: "recent feed of \(viewer) shows \(item)")
        }
    }

    private func walk(_ viewer: Int, _ query: FeedQuery, _ limit: Int) async throws -> [FeedItem.ID] {
        var items: [FeedItem.ID] = []
        var cursor: Cursor?
        repeat {
            let page = try await session(viewer).feed(query, PageRequest(limit: limit, cursor: cursor))
            items += page.items.map(\.id)
            cursor = page.next
        } while cursor != nil
        return items
    }
}
