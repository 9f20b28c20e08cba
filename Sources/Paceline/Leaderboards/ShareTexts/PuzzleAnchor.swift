/// The day on which a puzzle of a known number appeared; every day since, and before, has the next one.
public struct PuzzleAnchor: Sendable, Equatable, Codable {
    public var puzzle: Int
    public var day: Day

    public init(puzzle: Int, day: Day) {
        self.puzzle = puzzle
        self.day = day
    }

    /// The day on which the puzzle of this number appears; clamped to the years 1900 to 9999.
    public func day(of number: Int) -> Day {
        let (days, overflows) = number.subtractingReportingOverflow(puzzle)
        return overflows ? day : day.adding(days: days)
    }
}
