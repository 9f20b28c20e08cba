import Paceline
import Testing

@Suite("Items that expire")
struct ExpiredItemTests {
    @Test(
        "expired items are invisible before and after the purge", arguments: Implementation.allCases)
    func unseen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let score = try await ana.plays(3)
            let comment = try await ben.comments("Well", on: workout)
            for item in [workout.id.item, score.id] {
                try await world.expire(item, at: world.clock.now.addingTimeInterval(60))
            }
            #expect(try await ben.feedTitles() == ["2000m"])
            world.clock.advance(by: 60)
            for member in [ana, ben] {
                try await expectNothing(workout, score, comment, for: member, of: ana)
            }
            _ = try await world.purgeExpired()
            for member in [ana, ben] {
                try await expectNothing(workout, score, comment, for: member, of: ana)
            }
            #expect(try await world.rows(of: "items") == 0)
            #expect(try await world.rows(of: "standings") == 0)
            #expect(try await ana.services.me().stats.workouts == 0)
        }
    }

    private func expectNothing(
        _ workout: Workout, _ score: Score, _ comment: Paceline.Comment, for member: Member, of owner: Member
    ) async throws {
        let services = member.services
        for query in [FeedQuery(), FeedQuery(window: .recent), FeedQuery(person: owner.reference)] {
            #expect(try await services.feed(query, .whole).items.isEmpty)
        }
        #expect(try await services.workouts(of: owner.reference, .whole).items.isEmpty)
        #expect(try await services.scores(of: owner.reference, from: nil, to: nil, .whole).items.isEmpty)
        await expectError(.itemNotFound) { try await services.item(score.id) }
        await expectError(.itemNotFound) { try await services.giveKudos(to: workout.id.item, big: false) }
        await expectError(.itemNotFound) { try await services.comments(on: workout.id.item, .whole) }
        await expectError(.workoutNotFound) { try await services.workout(workout.id) }
        await expectError(.commentNotFound) { try await services.giveHeart(to: comment.id) }
    }

    @Test(
        "an expired score counts nowhere, even before the purge", arguments: Implementation.allCases)
    func uncounted(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let group = try await ana.createsGroup(with: ben)
            try await ana.plays(4, on: 2026_02_28)
            let short = try await ana.plays(1)
            try await ben.plays(3)
            try await world.expire(short.id, at: world.clock.now.addingTimeInterval(60))
            let scopes = [LeaderboardScope.friends, .group(group.id), .global]
            for scope in scopes {
                #expect(try await ben.standings(scope) == ["1 ana 6", "2 ben 4"])
            }
            #expect(try await ben.streak(of: ana) == Streaks.Length(current: 2, longest: 2))
            world.clock.advance(by: 60)
            for scope in scopes {
                #expect(try await ben.standings(scope) == ["1 ben 4"])
                #expect(try await ben.standings(scope, .all) == ["1 ben 4", "2 ana 3"])
            }
            #expect(try await ben.streak(of: ana) == Streaks.Length(current: 1, longest: 1))
        }
    }

    @Test(
        "reading boards and streaks deletes nothing, and shows the same before and after the purge",
        .world, arguments: Implementation.allCases)
    func readOnly(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let crowd = try await world.crowd(8)
        let (first, second) = (crowd[0], crowd[1])
        for member in crowd.dropFirst() { try await world.befriend(first, member) }
        let group = try await first.createsGroup(with: second, crowd[2], crowd[3], crowd[4])
        var number = 0
        for (place, member) in crowd.enumerated() {
            for day in [2026_02_23, 2026_02_28, 2026_03_01] {
                for game in [Game.ID.wordle, .mini] {
                    number += 1
                    // Mixes scores without points, ties, and scores that are not public.
                    let isSolved = number % 4 != 0
                    let score = try await member.plays(
                        game == .wordle ? 1 + (place + day) % 6 : 30 + 20 * (place % 3), in: game, on: day,
                        solved: isSolved, number % 7 == 0 ? .friends : .public)
                    // Expires all scores of one player, and none of some others.
                    if place == 2 || (place % 3 != 1 && number % 5 < 2) {
                        try await world.expire(score.id, at: world.clock.now.addingTimeInterval(600))
                    }
                }
            }
        }
        try await second.blocks(crowd[3])
        let before = try await ScoreReadings(by: [first, second, crowd[2]], in: group)
        world.clock.advance(by: 600)
        let stored = try await world.rows(of: "scores")
        let after = try await ScoreReadings(by: [first, second, crowd[2]], in: group)
        #expect(after != before)
        #expect(try await world.rows(of: "scores") == stored)
        #expect(try await (world.purgeExpired().first { $0.name == "items" }?.rows ?? 0) > 10)
        let purged = try await ScoreReadings(by: [first, second, crowd[2]], in: group)
        #expect(after.boards == purged.boards)
        #expect(after.streaks == purged.streaks)
    }

    @Test("concurrent reads at the time of expiry all succeed", arguments: Implementation.allCases)
    func askedAtOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(8)
            for member in crowd { try await world.expire(try await member.plays(3).id, at: world.clock.now) }
            let asking = (0..<4).flatMap { _ in
                crowd.map { member -> @Sendable () async throws -> Int in
                    { try await member.board(.global).rows.count }
                }
            }
            #expect(try await concurrently(asking).values().allSatisfy { $0 == 0 })
            #expect(try await crowd[0].streak() == Streaks.Length(current: 0, longest: 0))
        }
    }

    @Test(
        "a purged item is reported as deleted to people who could see it", arguments: Implementation.allCases)
    func deletion(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let (shown, hidden) = (try await ana.publishes(), try await ana.publishes("Alone", .private))
            var app = try await ChangeReader(ben)
            for workout in [shown, hidden] {
                try await world.expire(workout.id.item, at: world.clock.now)
            }
            #expect(try await world.purgeExpired().first { $0.name == "items" }?.rows == 2)
            // What they earned is gone, too.
            let workouts = [shown, hidden].map { Change.ID($0.id.uuid) }
            #expect(
                try await app.changes().filter { workouts.contains($0.id) }
                    == [Change(.deleted(.item), workouts[0])])
        }
    }

    @Test(
        "purging several workouts of one person corrects the totals",
        arguments: Implementation.allCases)
    func manyAtOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            // Both have the same workouts, except for those that Ana will lose; one of those days has another workout.
            let (ana, dot) = try await world.people("ana", "dot")
            let kept: [(day: Double, type: WorkoutType, visibility: ItemVisibility)] = [
                (1, .rowing, .public), (2, .running, .private), (3, .running, .friends),
                (7, .rowing, .public),
            ]
            let lost: [(day: Double, type: WorkoutType, visibility: ItemVisibility)] = [
                (3, .rowing, .public), (4, .rowing, .public), (5, .cycling, .private),
                (6, .running, .friends),
                (6, .rowing, .public),
            ]
            func publish(
                _ plan: (day: Double, type: WorkoutType, visibility: ItemVisibility), by member: Member
            ) async throws -> Workout {
                try await member.publishes(
                    "day \(plan.day)", plan.visibility, type: plan.type,
                    startedAt: TestClock.start.addingTimeInterval((plan.day - 10) * 86_400))
            }
            for plan in kept {
                for member in [ana, dot] { _ = try await publish(plan, by: member) }
            }
            for plan in lost {
                try await world.expire(publish(plan, by: ana).id.item, at: world.clock.now)
            }
            #expect(try await ana.services.me().stats != dot.services.me().stats)
            #expect(try await world.purgeExpired().first { $0.name == "items" }?.rows == lost.count)
            #expect(try await ana.services.me().stats == dot.services.me().stats)
            let seen = try await (
                dot.services.person(ana.reference).stats, ana.services.person(dot.reference).stats
            )
            #expect(seen.0 == seen.1)
        }
    }

    @Test("a purge does not disturb concurrent writes", arguments: Implementation.allCases)
    func meanwhile(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            for _ in 0..<120 {
                try await world.expire(try await ana.publishes().id.item, at: world.clock.now)
            }
            let purges: [@Sendable () async throws -> Void] = [
                { _ = try await world.purgeExpired() }, { _ = try await world.purgeExpired() },
            ]
            let writes: [@Sendable () async throws -> Void] = (0..<40).map { index in
                {
                    let draft = WorkoutDraft.sample("\(index)", startedAt: world.clock.now)
                    let member = index.isMultiple(of: 2) ? ana : ben
                    _ = try await member.services.publish(draft, as: .random(), ifMatch: nil)
                }
            }
            _ = try await concurrently(purges + writes).values()
            #expect(try await world.rows(of: "items") == 40)
        }
    }
}

/// All boards and streaks as read by some members, page by page and around themselves.
private struct ScoreReadings: Equatable {
    private(set) var boards: [String: [LeaderboardRow]] = [:]
    private(set) var streaks: [Streaks] = []

    init(by members: [Member], in group: LeaderboardGroup) async throws {
        let days = try day(2026_02_25)...day(2026_02_28)
        let ranges = [LeaderboardRange.today, .sevenDays, .week, .month, .all, .custom(days)]
        for member in members {
            for scope in [LeaderboardScope.friends, .group(group.id), .global] {
                for range in ranges {
                    for game in [nil, Game.ID.wordle, .mini] {
                        var query = LeaderboardQuery(
                            scope: scope, range: range, day: try day(2026_03_01), game: game)
                        let name = "\(member.username) \(scope) \(range) \(game?.description ?? "all games")"
                        let (paged, mine) = try await Self.rows(of: query, for: member)
                        boards[name] = paged
                        boards["\(name), mine"] = mine.map { [$0] } ?? []
                        query.isCentredOnViewer = true
                        boards["\(name), around"] =
                            try await member.services.leaderboard(query, .whole).rows
                    }
                }
            }
            streaks.append(try await member.services.streaks(of: .me))
            streaks.append(try await member.services.streaks(of: members[0].reference))
        }
    }

    private static func rows(
        of query: LeaderboardQuery, for member: Member
    ) async throws -> ([LeaderboardRow], mine: LeaderboardRow?) {
        var board = try await member.services.leaderboard(query, PageRequest(limit: 3))
        var rows = board.rows
        while let next = board.next {
            board = try await member.services.leaderboard(query, PageRequest(limit: 3, cursor: next))
            rows += board.rows
        }
        return (rows, board.me)
    }
}
