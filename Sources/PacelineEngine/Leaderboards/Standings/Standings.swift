import Paceline

/// A global board: a period, and a game or all games together.
struct BoardKey: Hashable {
    /// As the schema says: the period's number, and behind it the game's.
    let number: Int

    /// So many numbers of games there may be, with the one that stands for all games together.
    static let numbersOfGames = 100_000
    /// People are counted by single points, and by ranges of so many that few rows lie between any two numbers of
    /// points.
    static let rangeOfPoints = 64

    /// - Parameter game: as ``GameNumbers`` has it.
    init(_ period: BoardPeriod, game: Int) {
        number = period.number * Self.numbersOfGames + game
    }

    /// The numbers of the boards of the periods, which are of one kind.
    static func numbers(of periods: ClosedRange<BoardPeriod>) -> ClosedRange<Int> {
        let first = BoardKey(periods.lowerBound, game: 0)
        let last = BoardKey(periods.upperBound, game: numbersOfGames - 1)
        return first.number...last.number
    }
}

/// A period that global boards are kept for.
struct BoardPeriod: Comparable {
    /// As the schema says: a digit for the kind, and the first day.
    let number: Int

    static let all = BoardPeriod(number: 400_000_000)
    static func day(_ day: Day) -> BoardPeriod { BoardPeriod(number: 100_000_000 + day.number) }
    static func week(_ day: Day) -> BoardPeriod {
        BoardPeriod(number: 200_000_000 + day.week.lowerBound.number)
    }
    static func month(_ day: Day) -> BoardPeriod {
        BoardPeriod(number: 300_000_000 + day.month.lowerBound.number)
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// All that the day falls into.
    static func containing(_ day: Day) -> [BoardPeriod] { [.day(day), week(day), month(day), all] }
}

/// What somebody has on a global board.
struct Standing: Equatable {
    let points: Int
    let scores: Int

    /// What somebody has who is not on the board.
    static let nothing = Standing(points: 0, scores: 0)
}
