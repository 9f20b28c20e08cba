import Paceline

extension API {
    public static let publishScore = Endpoint<ScorePath, NoParameters, ScoreDraft, PublishedScore>(
        .put, "/v1/scores/{game}/{day}", id: "publishScore", .leaderboards, .member,
        "Publish my score of a day, or change it", notes: "There is one for each person, day and game.",
        errors: [.gameNotFound])

    public static let deleteScore = Endpoint<ScorePath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/scores/{game}/{day}", id: "deleteScore", .leaderboards, .member,
        "Delete my score with its kudos and comments", errors: [.scoreNotFound])

    public static let scores = Endpoint<PersonPath, ScoresQuery, NoBody, Page<Score>>(
        .get, "/v1/people/{person}/scores", id: "scores", .leaderboards, .member,
        "Somebody's scores, newest day first", errors: [.personNotFound])

    public static let importScores = Endpoint<NoParameters, NoParameters, DatedShareText, ImportedScores>(
        .post, "/v1/scores/import", id: "importScores", .leaderboards, .member,
        "Publish the scores that a share text holds",
        notes: "Each stands alone. Without a score in the text nothing is published.", isIdempotent: true)

    public static let streaks = Endpoint<NoParameters, StreaksQuery, NoBody, Streaks>(
        .get, "/v1/streaks", id: "streaks", .leaderboards, .member,
        "Days in a row on which somebody solved their puzzles", errors: [.personNotFound])

    public static let leaderboard = Endpoint<NoParameters, LeaderboardParameters, NoBody, Leaderboard>(
        .get, "/v1/leaderboards", id: "leaderboard", .leaderboards, .member,
        "Who has how many points, the most first", headers: .ifNoneMatch,
        errors: [.gameNotFound, .groupNotFound])
}
