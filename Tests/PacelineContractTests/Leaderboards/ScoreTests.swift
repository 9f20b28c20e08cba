import Foundation
import Paceline
import Testing

@Suite("Daily scores")
struct ScoreTests {
    @Test(
        "there is one score per day and game; publishing again replaces it",
        arguments: Implementation.withOfflineDevices)
    func publishing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let today = try day(2026_03_01)
            let draft = ScoreDraft(score: 3, isCompleted: true, isHardMode: true, puzzle: 1_716)
            let first = try await ana.services.publish(draft, in: .wordle, on: today)
            #expect(first.status == .created)
            #expect(first.score.points == 4)
            #expect(first.score.metric == "3 guesses")
            #expect(first.score.maximum == 6)
            #expect(first.score.isHardMode == true)
            #expect(first.score.puzzle == 1_716)
            #expect(first.score.owner == ana.id)

            #expect(try await ana.services.publish(draft, in: .wordle, on: today).status == .unchanged)
            world.clock.tick()
            let failed = try await ana.services.publish(
                ScoreDraft(isCompleted: false), in: .wordle, on: today)
            #expect(failed.status == .updated)
            #expect(failed.score.id == first.score.id)
            #expect(failed.score.points == 0)
            #expect(failed.score.metric == "not solved")
            #expect(
                try await ana.services.scores(of: .me, from: nil, to: nil, .whole).items == [failed.score])
        }
    }

    @Test("a score published only if there is none replaces none", .world, arguments: Implementation.allCases)
    func onlyIfAbsent(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let today = try day(2026_03_01)
        let draft = ScoreDraft(score: 3, isCompleted: true, ifAbsent: true)
        let first = try await ana.services.publish(draft, in: .wordle, on: today)
        #expect(first.status == .created)
        world.clock.tick()
        let better = ScoreDraft(score: 2, isCompleted: true, visibility: .private, ifAbsent: true)
        let kept = try await ana.services.publish(better, in: .wordle, on: today)
        #expect(kept.status == .unchanged && kept.score == first.score)
        let daily = try await ana.services.publishDailyScores(
            [DailyScore(game: .wordle, draft: better), DailyScore(game: .mini, draft: better)], on: today)
        #expect(daily.map(\.status) == [.unchanged, .created])
        let scores = try await ana.services.scores(of: .me, from: nil, to: nil, .whole).items
        #expect(Set(scores.map(\.id)) == [first.score.id, try #require(daily[1].score?.id)])
        try await ana.services.deleteScore(in: .wordle, on: today)
        #expect(try await ana.services.publish(better, in: .wordle, on: today).status == .created)
    }

    @Test(
        "a day's scores are published in one call, each on its own", .world,
        arguments: Implementation.withOfflineDevices)
    func dailyScores(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let today = try day(2026_03_01)
        let unknown = Game.ID(trusted: "chess")
        let scores = [
            DailyScore(game: .wordle, draft: ScoreDraft(score: 3, isCompleted: true)),
            DailyScore(game: unknown, draft: ScoreDraft(score: 1, isCompleted: true)),
            DailyScore(game: Game.ID(trusted: "queens"), draft: ScoreDraft(score: 45, isCompleted: true)),
            DailyScore(
                game: Game.ID(trusted: "connections"), draft: ScoreDraft(score: -1, isCompleted: true)),
        ]
        let results = try await ana.services.publishDailyScores(scores, on: today)
        #expect(results.map(\.game) == scores.map(\.game))
        #expect(results.map(\.status) == [.created, .rejected, .created, .rejected])
        #expect(results.map(\.error?.code) == [nil, .gameNotFound, nil, .invalidValue])
        #expect(results.map(\.error?.field) == [nil, "game", nil, "score"])
        #expect(results[0].score?.points == 4)
        let feed = try await ben.services.feed(FeedQuery(), .whole).items
        #expect(Set(feed.compactMap(\.score?.id)) == Set(results.compactMap(\.score?.id)))

        let again = try await ana.services.publishDailyScores(scores, on: today)
        #expect(again.map(\.status) == [.unchanged, .rejected, .unchanged, .rejected])
        let tomorrow = try await ana.services.publishDailyScores(scores, on: today.adding(days: 3))
        #expect(tomorrow.map(\.status) == [.rejected, .rejected, .rejected, .rejected])
        #expect(tomorrow.first?.error?.field == "day")
    }

    @Test("a call publishes 1 to 100 scores", .world, arguments: Implementation.withOfflineDevices)
    func dailyScoreLimit(_ implementation: Implementation) async throws {
        let ana = try await World.current(on: implementation).person("ana")
        let score = DailyScore(game: .wordle, draft: ScoreDraft(score: 3, isCompleted: true))
        for count in [0, DailyScore.batchLimit + 1] {
            await expectError(.invalidValue, field: "scores") {
                try await ana.services.publishDailyScores(
                    Array(repeating: score, count: count), on: try day(2026_03_01))
            }
        }
        let results = try await ana.services.publishDailyScores(
            Array(repeating: score, count: DailyScore.batchLimit), on: try day(2026_03_01))
        #expect(results.map(\.status) == [.created] + Array(repeating: .unchanged, count: 99))
    }

    @Test("a grid is kept as long as the result is the same", arguments: Implementation.withOfflineDevices)
    func grid(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let (today, grid) = (try day(2026_03_01), PuzzleGrid("⬛️🟨🟩⬛️⬛️\n🟩🟩🟩🟩🟩"))
            #expect(grid?.description == "⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩")
            let publish = { (draft: ScoreDraft) in
                try await ana.services.publish(draft, in: .wordle, on: today)
            }
            let first = try await publish(ScoreDraft(score: 2, isCompleted: true, grid: grid))
            #expect(first.score.grid == grid)
            #expect(try await ben.services.feed(FeedQuery(), .whole).items.map(\.score?.grid) == [grid])
            #expect(try await publish(ScoreDraft(score: 2, isCompleted: true)).status == .unchanged)
            world.clock.tick()
            let hidden = try await publish(ScoreDraft(score: 2, isCompleted: true, visibility: .private))
            #expect(hidden.score.grid == grid)
            world.clock.tick()
            #expect(try await publish(ScoreDraft(score: 3, isCompleted: true)).score.grid == nil)
        }
    }

    @Test("a day counts once it has begun where the player is", arguments: Implementation.withOfflineDevices)
    func tomorrow(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            // The evening before in Los Angeles, and the next day in Auckland.
            world.clock.advance(to: try day(2026_03_02).startInUTC.addingTimeInterval(3 * 3_600))
            let (yesterday, today) = (try day(2026_03_01), try day(2026_03_02))
            let draft = ScoreDraft(score: 3, isCompleted: true)
            for (timeZone, latest) in [("America/Los_Angeles", yesterday), ("Pacific/Auckland", today)] {
                _ = try await ana.services.update(AccountChanges(timeZone: timeZone), ifMatch: nil)
                await expectError(.invalidValue, field: "day") {
                    try await ana.services.publish(draft, in: .wordle, on: latest.adding(days: 1))
                }
                _ = try await ana.services.publish(draft, in: .wordle, on: latest)
                let texts = try await ana.services.importScores(
                    "Queens #300 | 0:45", on: latest.adding(days: 1))
                #expect(texts.map(\.status) == [.rejected])
            }
            // Without a time zone, the day has begun somewhere.
            _ = try await ben.services.publish(draft, in: .wordle, on: today)
        }
    }

    @Test("a score is a feed item, with kudos and comments", arguments: Implementation.withOfflineDevices)
    func item(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let score = try await ana.plays(3)
            _ = try await ben.services.giveKudos(to: score.id, big: true)
            _ = try await ben.services.comment(CommentDraft(text: "Lucky"), on: score.id)

            let feed = try await ben.services.feed(FeedQuery(), .whole).items
            #expect(feed.map(\.content.kind) == [.score, .workout])
            #expect(feed.first?.score == score)
            #expect(feed.first?.workout == nil)
            #expect(feed.first?.kudosCount == 1)
            #expect(feed.first?.latestComment?.text == "Lucky")
            #expect(feed.last?.workout?.id == workout.id)
            #expect(
                try await ben.services.feed(FeedQuery(kinds: [.score]), .whole).items.map(\.id) == [score.id])
            #expect(try await ben.services.item(score.id).hasKudos)
            let workouts = try await ben.services.workouts(of: ana.reference, .whole).items
            #expect(workouts.map(\.id) == [workout.id])
        }
    }

    @Test(
        "a score is deleted with its kudos and comments, and can be published again",
        arguments: Implementation.withHybrid(needsServer: "whether there is a score to delete"))
    func deletion(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let score = try await ana.plays(3)
            _ = try await ben.services.giveKudos(to: score.id, big: false)
            try await ana.services.deleteScore(in: .wordle, on: score.day)
            await expectError(.itemNotFound) { try await ben.services.item(score.id) }
            await expectError(.scoreNotFound) {
                try await ana.services.deleteScore(in: .wordle, on: score.day)
            }
            #expect(try await ben.standings() == [])
            #expect(try await ana.plays(5).id != score.id)
            #expect(try await ben.standings() == ["1 ana 2"])
        }
    }

    @Test(
        "scores are listed newest day first, within the given days, in pages",
        arguments: Implementation.withOfflineDevices)
    func list(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for number in [2026_02_27, 2026_03_01, 2026_02_28] { try await ana.plays(3, on: number) }
            try await ana.plays(45, in: .mini, on: 2026_02_28)
            let all = try await walk(inPagesOf: 1) {
                try await ana.services.scores(of: .me, from: nil, to: nil, $0)
            }
            #expect(all.map(\.day.number) == [2026_03_01, 2026_02_28, 2026_02_28, 2026_02_27])
            #expect(all.map(\.game) == [.wordle, .wordle, .mini, .wordle])
            let some = try await ana.services.scores(
                of: .me, from: try day(2026_02_28), to: try day(2026_02_28), .whole)
            #expect(some.items.map(\.metric) == ["3 guesses", "<1m"])
        }
    }

    @Test(
        "a score is visible according to its visibility",
        arguments: Implementation.withLateWrites(needsServer: "what a stranger shows by now"))
    func visibility(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await ana.plays(1, .private)
            try await ana.plays(20, in: .mini, .friends)
            try await ana.plays(0, in: .connections, .public)
            func games(_ reader: Member) async throws -> [Game.ID] {
                try await reader.services.scores(of: ana.reference, from: nil, to: nil, .whole).items.map(
                    \.game)
            }
            #expect(try await games(ana) == [.wordle, .mini, .connections])
            #expect(try await games(ben) == [.mini, .connections])
            #expect(try await games(eva) == [.connections])
            try await ana.chooses(.friends)
            #expect(try await games(eva) == [])
        }
    }

    @Test("invalid scores are rejected and not stored", arguments: Implementation.withOfflineDevices)
    func limits(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            await expectError(.gameNotFound) { try await ana.plays(3, in: Game.ID(trusted: "chess")) }
            await expectError(.invalidValue, field: "score") { try await ana.plays(7) }
            await expectError(.invalidValue, field: "score") { try await ana.plays(0) }
            await expectError(.invalidValue, field: "score") { try await ana.plays(1_000_001, in: .mini) }
            await expectError(.invalidValue, field: "day") { try await ana.plays(3, on: 2026_03_03) }
            await expectError(.invalidValue, field: "day") { try await ana.plays(3, on: 1999_12_31) }
            #expect(try await ana.services.scores(of: .me, from: nil, to: nil, .whole).items == [])
            // In the easternmost time zone it is already 2 March.
            try await ana.plays(6, on: 2026_03_02)
            try await ana.plays(6, on: 2000_01_01)
        }
    }

    @Test(
        "claiming more attempts than the game has gains no points",
        arguments: Implementation.withOfflineDevices)
    func claimedMaximum(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let draft = ScoreDraft(score: 3, maximum: 1_000, isCompleted: true)
            #expect(
                try await ana.services.publish(draft, in: .wordle, on: try day(2026_03_01)).score.points == 4)
        }
    }
}
