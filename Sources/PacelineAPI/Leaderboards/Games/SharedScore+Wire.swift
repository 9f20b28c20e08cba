import Paceline

/// A share text, and the day it is taken to be played on.
public struct DatedShareText: WireObject, Equatable {
    public var text: String
    public var day: Day?

    public static let schemaName = "DatedShareText"
    public static let schema = JSONSchema.object(of: DatedShareText.self)
    /// JSON may write a byte of text with six.
    public static let largestByteCount = 8 * ShareText.limit

    public init(text: String, day: Day? = nil) {
        self.text = text
        self.day = day
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<DatedShareText>) {
        visitor.field("text", { $0.text }, .string, "At most \(ShareText.limit / 1_024) KB.")
        visitor.field("day", { $0.day }, .day, "The player's day, for texts that do not tell it.")
    }
}

/// What a share text says.
public struct SharedScores: WireObject, Equatable {
    public var results: [SharedScore]

    public static let schemaName = "SharedScores"
    public static let schema = JSONSchema.object(of: SharedScores.self)

    public init(results: [SharedScore]) {
        self.results = results
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<SharedScores>) {
        visitor.field("results", { $0.results }, .array(of: .component(SharedScore.self)))
    }
}

extension SharedScore: WireObject {
    public static let schemaName = "SharedScore"
    public static let schema = JSONSchema.object(of: SharedScore.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SharedScore>) {
        visitor.field("game", { $0.game }, .gameID)
        visitor.field("puzzle", { $0.puzzle }, .count, "The number that the text prints.")
        visitor.field(
            "day", { $0.day }, .day,
            "The day that the text prints, else that of its number, else the one given.")
        visitor.field(
            "score", { $0.score }, .count,
            "What the game's unit counts; absent when the puzzle was not solved.")
        visitor.field(
            "maximum", { $0.maximum }, .count, "The most that the score can be, where there is such a limit.")
        visitor.field("isCompleted", { $0.isCompleted }, .boolean)
        visitor.field("isHardMode", { $0.isHardMode }, .boolean)
        visitor.field("details", { $0.details }, .component(ShareDetails.self))
        visitor.field("contradiction", { $0.contradiction }, .component(DayContradiction.self))
    }
}

extension ShareDetails: WireObject {
    public static let schemaName = "ShareDetails"
    public static let schema = JSONSchema.object(of: ShareDetails.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ShareDetails>) {
        visitor.field(
            "boards", { $0.boards }, .array(of: .count),
            "The guesses that each board took, 0 for one not solved.")
        visitor.field("gridRows", { $0.gridRows }, .count)
        visitor.field("groupsSolved", { $0.groupsSolved }, .count)
        visitor.field("guesses", { $0.guesses }, .count)
        visitor.field("hints", { $0.hints }, .count)
        visitor.field("backtracks", { $0.backtracks }, .count)
        visitor.field("percent", { $0.percent }, .integer(0...100), "How near the last guess was.")
        visitor.field("theme", { $0.theme }, .string)
        visitor.field("rank", { $0.rank }, .string)
        visitor.field("difficulty", { $0.difficulty }, .string)
        visitor.field("isFlawless", { $0.isFlawless }, .boolean)
        visitor.field(
            "isQuoted", { $0.isQuoted }, .boolean,
            "Whether somebody quotes the line, perhaps of somebody else.")
        visitor.field(
            "isArchive", { $0.isArchive }, .boolean, "Whether the puzzle was played later than on its day.")
    }
}

extension DayContradiction: WireObject {
    public static let schemaName = "DayContradiction"
    public static let schema = JSONSchema.object(of: DayContradiction.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<DayContradiction>) {
        visitor.field("puzzle", { $0.puzzle }, .day, "The day of the puzzle of the printed number.")
        visitor.field("printed", { $0.printed }, .day, "The day that the text prints.")
        visitor.field("given", { $0.given }, .day, "The day that the request gave.")
    }
}
