import Paceline

/// A share text and the day it is assumed to be from.
public struct DatedShareText: WireObject, Equatable {
    public var text: String
    public var day: Day?

    public static let schemaName = "DatedShareText"
    public static let schema = JSONSchema.object(of: DatedShareText.self)
    /// JSON may escape one byte of text as six.
    public static let largestByteCount = 8 * ShareText.limit

    public init(text: String, day: Day? = nil) {
        self.text = text
        self.day = day
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<DatedShareText>) {
        visitor.field("text", { $0.text }, .string, "At most \(ShareText.limit / 1_024) KB.")
        visitor.field("day", { $0.day }, .day, "The player's day, for texts that do not contain it.")
    }
}

/// The scores found in a share text.
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
        visitor.field("puzzle", { $0.puzzle }, .count, "The puzzle number in the text.")
        visitor.field(
            "day", { $0.day }, .day,
            "The day in the text, else the day of its puzzle number, else the given day.")
        visitor.field(
            "score", { $0.score }, .count,
            "The score in the game's unit; absent if the puzzle was not solved.")
        visitor.field(
            "maximum", { $0.maximum }, .count, "The highest possible score, if there is one.")
        visitor.field("isCompleted", { $0.isCompleted }, .boolean)
        visitor.field("isHardMode", { $0.isHardMode }, .boolean)
        visitor.field("grid", { $0.grid }, .puzzleGrid)
        visitor.field("details", { $0.details }, .component(ShareDetails.self))
        visitor.field("dateConflict", { $0.dateConflict }, .component(DateConflict.self))
    }
}

extension ShareDetails: WireObject {
    public static let schemaName = "ShareDetails"
    public static let schema = JSONSchema.object(of: ShareDetails.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ShareDetails>) {
        visitor.field(
            "boards", { $0.boards }, .array(of: .count),
            "The guesses per board; 0 for an unsolved board.")
        visitor.field("gridRows", { $0.gridRows }, .count)
        visitor.field("groupsSolved", { $0.groupsSolved }, .count)
        visitor.field("guesses", { $0.guesses }, .count)
        visitor.field("hints", { $0.hints }, .count)
        visitor.field("backtracks", { $0.backtracks }, .count)
        visitor.field("percent", { $0.percent }, .integer(0...100), "How close the last guess was.")
        visitor.field("theme", { $0.theme }, .string)
        visitor.field("rank", { $0.rank }, .string)
        visitor.field("difficulty", { $0.difficulty }, .string)
        visitor.field("isFlawless", { $0.isFlawless }, .boolean)
        visitor.field(
            "isQuoted", { $0.isQuoted }, .boolean,
            "Whether the line is quoted, and so possibly someone else's.")
        visitor.field(
            "isArchive", { $0.isArchive }, .boolean, "Whether the puzzle was played after its day.")
    }
}

extension DateConflict: WireObject {
    public static let schemaName = "DateConflict"
    public static let schema = JSONSchema.object(of: DateConflict.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<DateConflict>) {
        visitor.field("puzzle", { $0.puzzle }, .day, "The day of the puzzle number in the text.")
        visitor.field("printed", { $0.printed }, .day, "The day in the text.")
        visitor.field("given", { $0.given }, .day, "The day in the request.")
    }
}
