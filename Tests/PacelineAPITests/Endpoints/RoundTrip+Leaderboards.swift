import Paceline
import PacelineAPI

extension RoundTrip {
    static func leaderboards(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let score = ScorePath(samples.game(), samples.day())
        let query = LeaderboardQuery(
            scope: [.friends, .global, .group(samples.id())].randomElement(using: &samples.random)!,
            range: [.today, .sevenDays, .week, .month, .all].randomElement(using: &samples.random)!,
            day: samples.maybe(samples.day()), game: samples.maybe(samples.game()),
            metric: samples.one(of: BoardMetric.self), isCentredOnViewer: samples.bool()
        )
        let first = samples.day()
        let chosen = LeaderboardQuery(
            scope: .global, range: .custom(first...first.adding(days: samples.count())))
        let scores = ScoresQuery(
            from: samples.maybe(samples.day()), to: samples.maybe(samples.day()), samples.pageRequest())
        return [
            RoundTrip(
                API.publishScore, score, nothing, samples.scoreDraft(),
                PublishedScore(score: samples.score(), status: .created),
                PublishedScore(score: samples.score(), status: .unchanged)),
            RoundTrip(
                API.publishDailyScores, nothing, nothing,
                DailyScores(
                    day: samples.day(),
                    scores: (0..<3).map { _ in DailyScore(game: samples.game(), draft: samples.scoreDraft()) }
                ),
                ScoreBatchResults(results: [samples.scoreBatchResult(), samples.scoreBatchResult()])),
            RoundTrip(API.deleteScore, score, nothing, empty, NoContent()),
            RoundTrip(API.scores, PersonPath(.me), scores, empty, samples.page { $0.score() }),
            RoundTrip(
                API.importScores, nothing, nothing,
                DatedShareText(text: samples.text(), day: samples.maybe(samples.day())),
                ScoreBatchResults(results: [samples.scoreBatchResult(), samples.scoreBatchResult()])),
            RoundTrip(
                API.streaks, nothing, StreaksQuery(.username("bor")), empty,
                Streaks(
                    overall: samples.streak(),
                    games: [Streaks.GameStreak(game: samples.game(), samples.streak())]
                )),
            RoundTrip(
                API.leaderboard, nothing, LeaderboardParameters(query, samples.pageRequest()), empty,
                samples.leaderboard()),
            RoundTrip(
                API.leaderboard, nothing, LeaderboardParameters(chosen), empty, samples.leaderboard()),
        ]
    }
}

extension Samples {
    mutating func game() -> Game.ID {
        [Game.ID(trusted: "wordle"), Game.ID(trusted: "nyt_mini")].randomElement(using: &random)!
    }

    mutating func grid() -> PuzzleGrid {
        PuzzleGrid(["⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩", "🔵💡🔵🟡\n🔵🔵🔵"].randomElement(using: &random)!)!
    }

    mutating func scoreDraft() -> ScoreDraft {
        ScoreDraft(
            score: maybe(count()), maximum: maybe(count() + 1), isCompleted: bool(),
            isHardMode: maybe(bool()),
            puzzle: maybe(count()), grid: maybe(grid()), visibility: maybe(one(of: ScoreVisibility.self)),
            ifAbsent: maybe(bool()))
    }

    mutating func score() -> Score {
        Score(
            id: id(), owner: id(), game: game(), day: day(), score: maybe(count()), maximum: count() + 1,
            isCompleted: bool(), isHardMode: maybe(bool()), puzzle: maybe(count()),
            grid: maybe(grid()), visibility: one(of: ScoreVisibility.self), points: count(), metric: text(),
            createdAt: instant(),
            updatedAt: instant())
    }

    mutating func scoreBatchResult() -> ScoreBatchResult {
        bool()
            ? ScoreBatchResult(game: game(), status: .created, score: score())
            : ScoreBatchResult(
                game: game(), status: .rejected, error: SocialError(.invalidValue, text(), field: "day"))
    }

    mutating func streak() -> Streaks.Length { Streaks.Length(current: count(), longest: count()) }

    mutating func leaderboard() -> Leaderboard {
        let days = day()
        return Leaderboard(
            range: Leaderboard.DayRange(maybe(days...days)), rows: [leaderboardRow(), leaderboardRow()],
            me: maybe(leaderboardRow()), next: maybe(Cursor("bmV4dA")))
    }

    mutating func leaderboardRow() -> LeaderboardRow {
        LeaderboardRow(
            rank: count() + 1, person: person(), points: count(), result: text(),
            delta: maybe(count() - 50_000), breakdown: maybe(["wordle": count(), "nyt_mini": count()]))
    }
}
