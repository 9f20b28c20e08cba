import Paceline

/// A share text, and the day it is taken to be played on.
public struct DatedShareText: WireValue, Equatable {
    public var text: String
    public var day: Day?

    public static let schemaName = "DatedShareText"
    public static let schema = Schema.object(
        .required("text", .string, "At most \(ShareText.limit / 1_024) KB."),
        .optional("day", .day, "The player's day, for texts that do not tell it."))
    /// JSON may write a byte of text with six.
    public static let largestByteCount = 8 * ShareText.limit

    public init(text: String, day: Day? = nil) {
        self.text = text
        self.day = day
    }
}

/// What a share text says.
public struct SharedScores: WireValue, Equatable {
    public var results: [SharedScore]

    public static let schemaName = "SharedScores"
    public static let schema = Schema.object(.required("results", .array(of: .component(SharedScore.self))))

    public init(results: [SharedScore]) {
        self.results = results
    }
}

extension SharedScore: WireValue {
    public static let schemaName = "SharedScore"
    public static let schema = Schema.object(
        .required("game", .gameID),
        .optional("puzzle", .count, "The number that the text prints."),
        .optional("day", .day, "The day that the text prints, else that of its number, else the one given."),
        .optional("score", .count, "What the game's unit counts; absent when the puzzle was not solved."),
        .optional("maximum", .count, "The most that the score can be, where there is such a limit."),
        .required("isCompleted", .boolean),
        .optional("isHardMode", .boolean),
        .required("details", .component(ShareDetails.self)),
        .optional("contradiction", .component(DayContradiction.self)))
}

extension ShareDetails: WireValue {
    public static let schemaName = "ShareDetails"
    public static let schema = Schema.object(
        .optional("boards", .array(of: .count), "The guesses that each board took, 0 for one not solved."),
        .optional("gridRows", .count),
        .optional("groupsSolved", .count),
        .optional("guesses", .count),
        .optional("hints", .count),
        .optional("backtracks", .count),
        .optional("percent", .integer(0...100), "How near the last guess was."),
        .optional("theme", .string),
        .optional("rank", .string),
        .optional("difficulty", .string),
        .optional("isFlawless", .boolean),
        .optional("isQuoted", .boolean, "Whether somebody quotes the line, perhaps of somebody else."),
        .optional("isArchive", .boolean, "Whether the puzzle was played later than on its day."))
}

extension DayContradiction: WireValue {
    public static let schemaName = "DayContradiction"
    public static let schema = Schema.object(
        .optional("puzzle", .day, "The day of the puzzle of the printed number."),
        .optional("printed", .day, "The day that the text prints."),
        .optional("given", .day, "The day that the request gave."))
}
