import Paceline

/// A global board: a period, and a game, all games together or a metric of training.
struct BoardKey: Hashable {
    /// The period's number followed by the game's, as described in the schema.
    let number: Int

    /// The number of possible game numbers, including the one for all games together.
    static let gameNumberCount = 8_192
    /// The first number that stands for a metric of training, not for a game: see ``BoardMetric/boardNumber``.
    static let firstMetricNumber = gameNumberCount - 16

    /// - Parameter game: the game's number in ``GameNumbers``.
    init(_ period: BoardPeriod, game: Int) {
        number = period.number * Self.gameNumberCount + game
    }

    /// The numbers of all boards of the periods, which must be of the same kind.
    static func numbers(of periods: ClosedRange<BoardPeriod>) -> ClosedRange<Int> {
        let first = BoardKey(periods.lowerBound, game: 0)
        let last = BoardKey(periods.upperBound, game: gameNumberCount - 1)
        return first.number...last.number
    }
}

/// A period that has global boards.
struct BoardPeriod: Comparable, Hashable {
    /// The kind followed by the first day, as described in the schema.
    let number: Int

    /// The number of possible day numbers.
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

    /// A global tournament.
    /// - Parameter number: from 1. It takes the place of a first day, which all time does not have.
    static func tournament(_ number: Int) -> BoardPeriod { BoardPeriod(kind: 3, day: number) }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// The periods that contain the day.
    static func containing(_ day: Day) -> [BoardPeriod] { [.day(day), week(day), month(day), all] }
}

extension Day {
    /// The day as part of a board's number: 372 for each year since 1999 plus 31 for each month plus the day, which SQL
    /// can compute too. Days outside the range of scores are clamped.
    fileprivate var boardNumber: Int {
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        return min(max((year - 1_999) * 372 + month * 31 + day, 0), BoardPeriod.dayNumberCount - 1)
    }
}

/// The keys of `standing_counts`, which counts the people with a number of points or within a range of points. They
/// have 64 bits on every device.
enum CountSlot {
    /// Ranges of points of one width. Ranks read few rows, because ranges bridge long distances.
    struct Ranges {
        let width: Int64
        /// The offset of a board's first slot for such a range.
        let first: Int64
    }

    /// The width of a range of points.
    static let range: Int64 = 64
    /// The ranges of boards by training, the points of which differ more. A rank reads at most 63 points, 63 ranges of
    /// each width and 127 of the widest.
    static let metricRanges = [
        Ranges(width: range, first: firstRange), Ranges(width: 1 << 12, first: firstRange + 1 << 26),
        Ranges(width: 1 << 18, first: firstRange + 1 << 27),
        Ranges(width: 1 << 24, first: firstRange + 1 << 28),
    ]
    /// The ranges of boards of games.
    static let gameRanges = Array(metricRanges.prefix(1))
    /// About two billion. People with more points are counted here.
    static let maxPoints = firstRange - 1
    /// A board's first slot is its number times this.
    static let slotsPerBoard: Int64 = 1 << 32
    /// The offset of a board's first slot for a range.
    static let firstRange: Int64 = 1 << 31

    static func points(_ points: Int, on board: Int) -> Int64 {
        Int64(board) * slotsPerBoard + counted(points)
    }

    static func ranges(on board: Int) -> [Ranges] {
        board % BoardKey.gameNumberCount < BoardKey.firstMetricNumber ? gameRanges : metricRanges
    }

    /// The slots that together count everyone above the points: single points up to the end of their range, then ranges
    /// up to the end of the wider range around them, and so on.
    static func slots(above points: Int, on board: Int) -> [Range<Int64>] {
        let (start, points) = (Int64(board) * slotsPerBoard, counted(points))
        var slots: [Range<Int64>] = []
        // Each single number is a range of width 1.
        var narrow = Ranges(width: 1, first: 0)
        for wide in ranges(on: board) {
            let end = min((points / wide.width + 1) * wide.width, firstRange)
            slots.append(
                start + narrow.first + points / narrow.width + 1..<start + narrow.first + end / narrow.width)
            narrow = wide
        }
        slots.append(
            start + narrow.first + points / narrow.width + 1..<start + narrow.first + firstRange
                / narrow.width)
        return slots.filter { !$0.isEmpty }
    }

    /// The slots in which a person with the points is counted, as in ``SQL/counted(_:)``, in ascending order.
    static func slots(of points: Int, on board: Int) -> [Int64] {
        let wide = ranges(on: board).filter { Int64(points) >= $0.width }
        return [Self.points(points, on: board)]
            + wide.map { Int64(board) * slotsPerBoard + $0.first + counted(points) / $0.width }
    }

    /// - Returns: nil for the lowest range, which ranks never read.
    static func range(with points: Int, on board: Int) -> Int64? {
        points < range ? nil : Int64(board) * slotsPerBoard + firstRange + counted(points) / range
    }

    private static func counted(_ points: Int) -> Int64 { min(Int64(points), maxPoints) }
}

/// A person's points on a global board.
struct Standing: Equatable {
    let points: Int
    /// The number of scores that the points come from.
    let scores: Int

    /// The standing of a person who is not on the board.
    static let empty = Standing(points: 0, scores: 0)
}
