import Paceline

extension Day: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.value(number) }
}

extension Game.ID: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension Score: WireObject {
    public static let schemaName = "Score"
    public static let schema = Schema.object(of: Score.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Score>) {
        visitor.field("id", { $0.id }, .uuid, "Its feed item's.")
        visitor.field("owner", { $0.owner }, .uuid)
        visitor.field("game", { $0.game }, .gameID)
        visitor.field("day", { $0.day }, .integer(19_000_101...99_991_231), "The player's own calendar day.")
        visitor.field(
            "score", { $0.score }, .integer(ScoreDraft.Range.score),
            "What the game counts; absent when not known.")
        visitor.field("maximum", { $0.maximum }, .integer(ScoreDraft.Range.maximum))
        visitor.field("isCompleted", { $0.isCompleted }, .boolean, "Whether the puzzle was solved.")
        visitor.field("isHardMode", { $0.isHardMode }, .boolean)
        visitor.field(
            "puzzle", { $0.puzzle }, .integer(ScoreDraft.Range.puzzle),
            "The number that the game gives its puzzle.")
        visitor.field("visibility", { $0.visibility }, .visibility)
        visitor.field("points", { $0.points }, .count)
        visitor.field("metric", { $0.metric }, .string, "The points in words, such as `3 guesses`.")
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("updatedAt", { $0.updatedAt }, .instant)
    }
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

extension Leaderboard: WireObject {
    public static let schemaName = "Leaderboard"
    public static let schema = Schema.object(of: Leaderboard.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Leaderboard>) {
        visitor.field(
            "range", { $0.range }, .object(of: Leaderboard.DayRange.self),
            "The days that count; empty for all time.")
        visitor.field("rows", { $0.rows }, .array(of: .component(LeaderboardRow.self)))
        visitor.field("me", { $0.me }, .component(LeaderboardRow.self), "My own row, wherever it stands.")
        visitor.field(
            "next", { $0.next }, .string, "The cursor of the following page; absent on the last one.")
    }

    public func json() throws -> [UInt8] { try writtenJSON(capacity: rows.count * 512) }
}

extension Leaderboard.DayRange: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<Leaderboard.DayRange>) {
        visitor.field("from", { $0.from }, .integer(19_000_101...99_991_231))
        visitor.field("to", { $0.to }, .integer(19_000_101...99_991_231))
    }
}

extension LeaderboardRow: WireObject {
    public static let schemaName = "LeaderboardRow"
    public static let schema = Schema.object(of: LeaderboardRow.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LeaderboardRow>) {
        visitor.field("rank", { $0.rank }, .integer(1...Int.max), "One more than how many have more points.")
        visitor.field("person", { $0.person }, .component(Person.self))
        visitor.field("points", { $0.points }, .count)
        visitor.field("metric", { $0.metric }, .string, "The points in words.")
        visitor.field(
            "delta", { $0.delta }, .integer(-Int.max...Int.max), "Ranks gained since the day before.")
        visitor.field(
            "breakdown", { $0.breakdown }, .map(of: .count),
            "The points of each game by its id, when all are added up.")
    }
}

extension [String: Int]: JSONWritable {
    /// In the order of the names, so that the same answer is always the same text.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, number) in sorted(by: { $0.key < $1.key }) { writer.field(named: name, number) }
        writer.endObject()
    }
}
