import Paceline

/// A global board: a period, and a game or all games together.
struct BoardKey: Hashable {
    /// As the schema says: the period's number, and behind it the game's.
    let number: Int

    /// So many numbers of games there may be, with the one that stands for all games together.
    static let gameNumberCount = 8_192

    /// - Parameter game: as ``GameNumbers`` has it.
    init(_ period: BoardPeriod, game: Int) {
        number = period.number * Self.gameNumberCount + game
    }

    /// The numbers of the boards of the periods, which are of one kind.
    static func numbers(of periods: ClosedRange<BoardPeriod>) -> ClosedRange<Int> {
        let first = BoardKey(periods.lowerBound, game: 0)
        let last = BoardKey(periods.upperBound, game: gameNumberCount - 1)
        return first.number...last.number
    }
}

/// A period that global boards are kept for.
struct BoardPeriod: Comparable {
    /// As the schema says: its kind, and its first day.
    let number: Int

    /// So many numbers of days there may be.
    static let dayNumberCount = 65_536

    private init(kind: Int, day: Int) {
        number = kind * Self.dayNumberCount + day
    }

    static let all = BoardPeriod(kind: 3, day: 0)
    static func day(_ day: Day) -> BoardPeriod { BoardPeriod(kind: 0, day: day.boardNumber) }
    static func week(_ day: Day) -> BoardPeriod {
        BoardPeriod(kind: 1, day: day.week.lowerBound.boardNumber)
    }
    static func month(_ day: Day) -> BoardPeriod {
        BoardPeriod(kind: 2, day: day.month.lowerBound.boardNumber)
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// All that the day falls into.
    static func containing(_ day: Day) -> [BoardPeriod] { [.day(day), week(day), month(day), all] }
}

extension Day {
    /// The day's number within its board's: 372 for each year since 1999, 31 for each month, which SQL can tell as well.
    /// Days on which nobody can have a score have the first and the last one.
    fileprivate var boardNumber: Int {
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        return min(max((year - 1_999) * 372 + month * 31 + day, 0), BoardPeriod.dayNumberCount - 1)
    }
}

/// Where it is counted how many people stand at so many points, or in a range of them: the rows of `standing_counts`.
enum CountSlot {
    /// People are counted by single points, and by ranges of so many that few rows lie between any two numbers of
    /// points.
    static let range = 64
    /// Whoever has more is counted with those who have so many: two billion.
    static let maxPoints = firstRange - 1
    /// A board's slots begin at its number times this.
    static let slotsPerBoard = 1 << 32
    /// From here on a board's slots are those of ranges.
    static let firstRange = 1 << 31

    static func points(_ points: Int, on board: Int) -> Int {
        board * slotsPerBoard + min(points, maxPoints)
    }

    /// The ranges that hold more than so many points, whole.
    static func ranges(above points: Int, on board: Int) -> Range<Int> {
        let lowest = board * slotsPerBoard + firstRange + min(points, maxPoints) / range + 1
        return lowest..<(board + 1) * slotsPerBoard
    }

    /// - Returns: nil below the lowest range, which no rank asks for.
    static func range(with points: Int, on board: Int) -> Int? {
        points < range ? nil : board * slotsPerBoard + firstRange + min(points, maxPoints) / range
    }
}

/// What somebody has on a global board.
struct Standing: Equatable {
    let points: Int
    let scores: Int

    /// What somebody has who is not on the board.
    static let empty = Standing(points: 0, scores: 0)
}
