import Paceline

extension Day: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(number) }
}

extension Game.ID: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension PuzzleGrid: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension ScoreVisibility: JSONWritable {}

extension Score: WireObject {
    public static let schemaName = "Score"
    public static let schema = JSONSchema.object(of: Score.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Score>) {
        visitor.field("id", { $0.id }, .uuid, "The id of its feed item.")
        visitor.field("owner", { $0.owner }, .uuid)
        visitor.field("game", { $0.game }, .gameID)
        visitor.field(
            "day", { $0.day }, .integer(19_000_101...99_991_231),
            "The calendar day in the player's time zone.")
        visitor.field(
            "score", { $0.score }, .integer(ScoreDraft.Range.score),
            "In the game's unit; absent if unknown.")
        visitor.field("maximum", { $0.maximum }, .integer(ScoreDraft.Range.maximum))
        visitor.field("isCompleted", { $0.isCompleted }, .boolean, "Whether the puzzle was solved.")
        visitor.field("isHardMode", { $0.isHardMode }, .boolean)
        visitor.field(
            "puzzle", { $0.puzzle }, .integer(ScoreDraft.Range.puzzle),
            "The game's own puzzle number.")
        visitor.field("grid", { $0.grid }, .puzzleGrid, "The grid that the game prints for sharing.")
        visitor.field(
            "visibility", { $0.visibility }, .choice(of: ScoreVisibility.self),
            "Who sees it. `groups`: only its owner, but its points count on the boards of their groups.")
        visitor.field("points", { $0.points }, .count)
        visitor.field("metric", { $0.metric }, .string, "The points as text, such as `3 guesses`.")
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("updatedAt", { $0.updatedAt }, .instant)
    }
}

extension ScoreDraft: WireObject {
    public static let schemaName = "ScoreDraft"
    public static let schema = JSONSchema.object(of: ScoreDraft.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ScoreDraft>) {
        visit(visitor) { $0 }
    }

    /// Visits the draft's fields as fields of an object that contains the draft.
    @inline(__always) static func visit<Root>(
        _ visitor: some WireVisitor<Root>, of draft: (Root) -> ScoreDraft
    ) {
        visitor.field("score", { draft($0).score }, .integer(ScoreDraft.Range.score), "In the game's unit.")
        visitor.field(
            "maximum", { draft($0).maximum }, .integer(ScoreDraft.Range.maximum),
            "The game's own maximum if absent.")
        visitor.field("isCompleted", { draft($0).isCompleted }, .boolean, "Whether the puzzle was solved.")
        visitor.field("isHardMode", { draft($0).isHardMode }, .boolean)
        visitor.field("puzzle", { draft($0).puzzle }, .integer(ScoreDraft.Range.puzzle))
        visitor.field(
            "grid", { draft($0).grid }, .puzzleGrid,
            "If absent, the previous one is kept as long as the result is the same.")
        visitor.field(
            "visibility", { draft($0).visibility }, .choice(of: ScoreVisibility.self),
            "If absent, `scoreVisibility` of your settings for a new score, unchanged for an existing one.")
        visitor.field(
            "ifAbsent", { draft($0).ifAbsent }, .boolean,
            "Whether to publish only if you have no score in this game on this day yet.")
    }
}

extension DailyScore: WireObject {
    public static let schemaName = "DailyScore"
    /// Without value limits, so that an invalid value rejects its own score and not the whole batch.
    public static let schema = JSONSchema.object(of: DailyScore.self).withoutLimits

    @inline(__always) static func visit(_ visitor: some WireVisitor<DailyScore>) {
        visitor.field("game", { $0.game }, .gameID)
        ScoreDraft.visit(visitor) { $0.draft }
    }
}

/// Scores to publish for a day.
public struct DailyScores: WireObject, Equatable {
    public var day: Day
    public var scores: [DailyScore]

    public static let schemaName = "DailyScores"
    public static let schema = JSONSchema.object(of: DailyScores.self)

    public init(day: Day, scores: [DailyScore]) {
        self.day = day
        self.scores = scores
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<DailyScores>) {
        visitor.field("day", { $0.day }, .day, "The calendar day in your time zone.")
        visitor.field(
            "scores", { $0.scores }, .array(of: .component(DailyScore.self), count: 1...DailyScore.batchLimit)
        )
    }
}

extension ScoreBatchResult: WireObject {
    public static let schemaName = "ScoreBatchResult"
    public static let schema = JSONSchema.object(of: ScoreBatchResult.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ScoreBatchResult>) {
        visitor.field("game", { $0.game }, .gameID)
        visitor.field("status", { $0.status }, .choice(of: PublishStatus.self))
        visitor.field("score", { $0.score }, .component(Score.self), "Absent if it was rejected.")
        visitor.field("error", { $0.error }, .component(SocialError.self), "Why it was rejected.")
    }
}

/// The results of publishing several scores, in their order.
public struct ScoreBatchResults: WireObject, Equatable {
    public var results: [ScoreBatchResult]

    public static let schemaName = "ScoreBatchResults"
    public static let schema = JSONSchema.object(of: ScoreBatchResults.self)

    public init(results: [ScoreBatchResult]) {
        self.results = results
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<ScoreBatchResults>) {
        visitor.field("results", { $0.results }, .array(of: .component(ScoreBatchResult.self)))
    }

    public static func output(ofService value: Any) -> ScoreBatchResults? {
        value as? ScoreBatchResults ?? (value as? [ScoreBatchResult]).map(ScoreBatchResults.init)
    }
}

extension Streaks: WireObject {
    public static let schemaName = "Streaks"
    public static let schema = JSONSchema.object(of: Streaks.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Streaks>) {
        visitor.field("overall", { $0.overall }, .object(of: Length.self))
        visitor.field("games", { $0.games }, .array(of: .object(of: GameStreak.self)))
    }
}

extension Streaks.Length: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<Streaks.Length>) {
        visit(visitor) { $0 }
    }

    /// Visits the length's fields as fields of an object that contains it.
    @inline(__always) static func visit<Root>(
        _ visitor: some WireVisitor<Root>, of length: (Root) -> Streaks.Length
    ) {
        visitor.field(
            "current", { length($0).current }, .count,
            "Days up to today or yesterday in the player's time zone.")
        visitor.field("longest", { length($0).longest }, .count, "In days.")
    }
}

extension Streaks.GameStreak: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<Streaks.GameStreak>) {
        visitor.field("game", { $0.game }, .gameID)
        Streaks.Length.visit(visitor) { Streaks.Length(current: $0.current, longest: $0.longest) }
    }
}

extension Leaderboard: WireObject {
    public static let schemaName = "Leaderboard"
    public static let schema = JSONSchema.object(of: Leaderboard.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Leaderboard>) {
        visitor.field(
            "range", { $0.range }, .component(Leaderboard.DayRange.self),
            "The days that are counted; empty for all time.")
        visitor.field("rows", { $0.rows }, .array(of: .component(LeaderboardRow.self)))
        visitor.field(
            "me", { $0.me }, .component(LeaderboardRow.self), "Your own row, even if it is not on this page.")
        visitor.field("next", { $0.next }, .string, FieldSummary.nextCursor)
    }

    public func json() throws -> [UInt8] { try writtenJSON(capacity: rows.count * 512) }
}

extension Leaderboard.DayRange: WireObject {
    public static let schemaName = "DayRange"
    public static let schema = JSONSchema.object(of: Leaderboard.DayRange.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Leaderboard.DayRange>) {
        visitor.field("from", { $0.from }, .integer(19_000_101...99_991_231))
        visitor.field("to", { $0.to }, .integer(19_000_101...99_991_231))
    }
}

extension LeaderboardRow: WireObject {
    public static let schemaName = "LeaderboardRow"
    public static let schema = JSONSchema.object(of: LeaderboardRow.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LeaderboardRow>) {
        visitor.field(
            "rank", { $0.rank }, .integer(1...Int.max), "1 plus the number of people with more points.")
        visitor.field("person", { $0.person }, .component(Person.self))
        visitor.field(
            "points", { $0.points }, .count,
            "Points, or XP, metres, seconds, kilograms, workouts or days: see the parameter `metric`.")
        visitor.field(
            "result", { $0.result }, .string, "The points as text, such as `3 guesses` or `42.2 km`.")
        visitor.field(
            "delta", { $0.delta }, .integer(Int.min...Int.max), "Ranks gained since the previous day.")
        visitor.field(
            "breakdown", { $0.breakdown }, .map(of: .count),
            "Points per game id, for the points of all games combined.")
    }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
    /// Sorted by name, so that equal values have equal JSON and entity tags.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, value) in sorted(by: { $0.key < $1.key }) { writer.field(named: name, value) }
        writer.endObject()
    }
}
