import Paceline
import Testing

@Suite("Tokens and pages of changes")
struct ChangeTokenTests {
    @Test("a thousand kudos are one change", arguments: Implementation.allCases)
    func compaction(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ben.publishes()
            var app = try await ChangeReader(ana)
            for _ in 0..<500 {
                _ = try await ana.services.giveKudos(to: workout.id.item, big: false)
                _ = try await ana.services.withdrawKudos(from: workout.id.item)
            }
            #expect(try await app.summaries() == ["item 2000m"])
        }
    }

    @Test(
        "pages are in order and miss nothing while more changes arrive", arguments: Implementation.allCases,
        [1, 2, 3, 100])
    func pages(_ implementation: Implementation, _ limit: Int) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            var token = try await ana.services.changes(since: nil).next
            var workouts: [Workout] = []
            for index in 0..<12 { workouts.append(try await ben.publishes("\(index)")) }
            var received: [String] = []
            var page: ChangePage
            repeat {
                page = try await ana.services.changes(since: token, limit: limit)
                #expect(page.changes.count <= limit)
                received += page.changes.map(\.summary)
                token = page.next
                // Changes one item that was already sent and one that was not.
                if workouts.count < 16 {
                    try await ben.comments("Well", on: workouts[workouts.count == 12 ? 0 : 11])
                    workouts.append(try await ben.publishes("\(workouts.count)"))
                }
            } while page.hasMore || workouts.count < 16
            received += try await ana.services.changes(since: token).changes.map(\.summary)
            #expect(
                Set(received.filter { $0.hasPrefix("item") }) == Set(workouts.indices.map { "item \($0)" }))
            #expect(received.count { $0 == "item 5" } == 1)
        }
    }

    @Test("another person's token, or an altered one, is rejected", arguments: Implementation.allCases)
    func foreign(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            for _ in 0..<2 { try await ana.publishes() }
            let token = try await ana.services.changes(since: nil).next.description
            await expectError(.invalidCursor, field: "since") {
                try await ben.services.changes(since: ChangeToken(token))
            }
            let first = try #require(token.first)
            let cursor = try await ana.services.feed(FeedQuery(), PageRequest(limit: 1)).next
            let others = [
                (first == "B" ? "C" : "B") + token.dropFirst(), String(token.dropLast(4)), token + "AAAA",
                "AAAA", "not a token", cursor?.description ?? "",
            ]
            for other in others {
                await expectError(.invalidCursor, field: "since") {
                    try await ana.services.changes(since: ChangeToken(other))
                }
            }
        }
    }

    @Test("a token expires after 90 days", arguments: Implementation.allCases)
    func expiry(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.sessionLifetime = 365 * 86_400 }) { world in
            let ana = try await world.person("ana")
            let token = try await ana.services.changes(since: nil).next
            let workout = try await ana.publishes()
            try await ana.services.deleteWorkout(workout.id)
            world.clock.advance(days: 89)
            _ = try await world.purgeExpired()
            #expect(try await ana.services.changes(since: token).changes.map(\.summary) == ["item gone"])
            world.clock.advance(days: 2)
            await expectError(.changesExpired, field: "since") {
                try await ana.services.changes(since: token)
            }
        }
    }

    @Test("a page has 1 to 100 changes", arguments: Implementation.allCases, [0, -1, 101])
    func limits(_ implementation: Implementation, _ limit: Int) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.invalidValue, field: "limit") {
                try await ana.services.changes(since: nil, limit: limit)
            }
        }
    }
}
