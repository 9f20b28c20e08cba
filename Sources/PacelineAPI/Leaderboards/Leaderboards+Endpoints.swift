import Paceline

extension API {
    public static let publishScore = Endpoint<ScorePath, NoParameters, ScoreDraft, PublishedScore>(
        .put, "/v1/scores/{game}/{day}", id: "publishScore", .leaderboards,
        "Publish or update your score for a day", notes: "There is one score per person, day and game.",
        errors: [.gameNotFound, .ageRestricted, .birthDateRequired], queueing: .always,
        .member { try await $0.publish($1.body, in: $1.path.game, on: $1.path.day) })

    public static let publishDailyScores = Endpoint<
        NoParameters, NoParameters, DailyScores, ScoreBatchResults
    >(
        .post, "/v1/scores/batch", id: "publishDailyScores", .leaderboards,
        "Publish or update your scores in several games for a day",
        notes: "Each score succeeds or fails on its own.",
        isIdempotent: true, queueing: .always,
        .member {
            ScoreBatchResults(results: try await $0.publishDailyScores($1.body.scores, on: $1.body.day))
        })

    public static let deleteScore = Endpoint<ScorePath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/scores/{game}/{day}", id: "deleteScore", .leaderboards,
        "Delete your score with its kudos and comments", errors: [.scoreNotFound], queueing: .always,
        .member { try await $0.deleteScore(in: $1.path.game, on: $1.path.day) })

    public static let scores = Endpoint<PersonPath, ScoresQuery, EmptyBody, Page<Score>>(
        .get, "/v1/people/{person}/scores", id: "scores", .leaderboards,
        "List a person's scores, newest day first", errors: [.personNotFound],
        .member {
            try await $0.scores(of: $1.path.person, from: $1.query.from, to: $1.query.to, $1.query.page.page)
        })

    public static let importScores = Endpoint<NoParameters, NoParameters, DatedShareText, ScoreBatchResults>(
        .post, "/v1/scores/import", id: "importScores", .leaderboards,
        "Publish the scores in a share text",
        notes: "Each score succeeds or fails on its own. If the text has no score, nothing is published.",
        isIdempotent: true, queueing: .always,
        .member { ScoreBatchResults(results: try await $0.importScores($1.body.text, on: $1.body.day)) })

    public static let streaks = Endpoint<NoParameters, StreaksQuery, EmptyBody, Streaks>(
        .get, "/v1/streaks", id: "streaks", .leaderboards,
        "Get a person's streaks of solved puzzles", errors: [.personNotFound],
        .member { try await $0.streaks(of: $1.query.person) })

    public static let leaderboard = Endpoint<NoParameters, LeaderboardParameters, EmptyBody, Leaderboard>(
        .get, "/v1/leaderboards", id: "leaderboard", .leaderboards, "Get a leaderboard",
        notes: """
            By training, boards of friends and groups count workouts for friends or more, global ones public workouts. \
            Global boards by training follow within about a second, and go back 40 days, and 13 months for weeks and \
            months; `7d` and custom ranges have at most 31 days.
            """,
        headers: .ifNoneMatch,
        errors: [.gameNotFound, .groupNotFound],
        .member { try await $0.leaderboard(try $1.query.query(), $1.query.page.page) })

    public static let games = Endpoint<NoParameters, NoParameters, EmptyBody, GameList>(
        .get, "/v1/games", id: "games", .games, "List the community's games",
        headers: .ifNoneMatch,
        .member { services, _ in GameList(items: try await services.games()) })

    public static let readScores = Endpoint<NoParameters, NoParameters, DatedShareText, SharedScores>(
        .post, "/v1/scores/read", id: "readScores", .games, "Parse a share text without publishing",
        notes: "At most \(ShareText.limit / 1_024) KB of text. If it has no score, the results are empty.",
        errors: [.tooLarge], isIdempotent: true,
        .member { SharedScores(results: try await $0.readScores(in: $1.body.text, on: $1.body.day)) })
}
