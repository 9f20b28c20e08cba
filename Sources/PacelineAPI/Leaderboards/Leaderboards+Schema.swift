import Paceline

extension Score: WireValue {
    public static let schemaName = "Score"
    public static let schema = Schema.object(
        .required("id", .uuid, "Its feed item's."),
        .required("owner", .uuid),
        .required("game", .gameID),
        .required("day", .integer(19_000_101...99_991_231), "The player's own calendar day."),
        .optional("score", .integer(ScoreDraft.Range.score), "What the game counts; absent when not known."),
        .required("maximum", .integer(ScoreDraft.Range.maximum)),
        .required("isCompleted", .boolean, "Whether the puzzle was solved."),
        .optional("isHardMode", .boolean),
        .optional("puzzle", .integer(ScoreDraft.Range.puzzle), "The number that the game gives its puzzle."),
        .required("visibility", .visibility),
        .required("points", .count),
        .required("metric", .string, "The points in words, such as `3 guesses`."),
        .required("createdAt", .instant),
        .required("updatedAt", .instant))
}

extension ScoreDraft: WireValue {
    public static let schemaName = "ScoreDraft"
    public static let schema = Schema.object(
        .optional("score", .integer(ScoreDraft.Range.score), "What the game counts."),
        .optional("maximum", .integer(ScoreDraft.Range.maximum), "The game's own when absent."),
        .required("isCompleted", .boolean, "Whether the puzzle was solved."),
        .optional("isHardMode", .boolean),
        .optional("puzzle", .integer(ScoreDraft.Range.puzzle)),
        .optional("visibility", .visibility, "Public when absent, or what was chosen before."))
}

extension ImportedScore: WireValue {
    public static let schemaName = "ImportedScore"
    public static let schema = Schema.object(
        .required("game", .gameID),
        .required("status", .choice(of: PublishStatus.self)),
        .optional("score", .component(Score.self), "Absent when it was refused."),
        .optional("error", .component(SocialError.self), "Why it was refused."))
}

/// What became of each score of a text, in its order.
public struct ImportedScores: WireValue, Equatable {
    public var results: [ImportedScore]

    public static let schemaName = "ImportedScores"
    public static let schema = Schema.object(.required("results", .array(of: .component(ImportedScore.self))))

    public init(results: [ImportedScore]) {
        self.results = results
    }
}

extension Streaks: WireValue {
    public static let schemaName = "Streaks"
    public static let schema = Schema.object(
        .required("overall", length([])),
        .required("games", .array(of: length([.required("game", .gameID)]))))

    private static func length(_ first: [Schema.Property]) -> Schema {
        .object(
            first + [
                .required("current", .count, "Days up to today or yesterday, as it is for the player."),
                .required("longest", .count, "Days."),
            ])
    }
}

extension Leaderboard: WireValue {
    public static let schemaName = "Leaderboard"
    public static let schema = Schema.object(
        .required("range", days, "The days that count; empty for all time."),
        .required("rows", .array(of: .component(LeaderboardRow.self))),
        .optional("me", .component(LeaderboardRow.self), "My own row, wherever it stands."),
        .optional("next", .string, "The cursor of the following page; absent on the last one."))

    private static let days = Schema.object(
        .optional("from", .integer(19_000_101...99_991_231)),
        .optional("to", .integer(19_000_101...99_991_231)))
}

extension LeaderboardRow: WireValue {
    public static let schemaName = "LeaderboardRow"
    public static let schema = Schema.object(
        .required("rank", .integer(1...Int.max), "One more than how many have more points."),
        .required("person", .component(Person.self)),
        .required("points", .count),
        .required("metric", .string, "The points in words."),
        .optional("delta", .integer(-Int.max...Int.max), "Ranks gained since the day before."),
        .optional("breakdown", .map(of: .count), "The points of each game by its id, when all are added up."))
}
