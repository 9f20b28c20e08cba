import Paceline

/// A global board: a period, and a game or all games together.
struct BoardKey: Hashable {
    let period: BoardPeriod
    /// A game's id, or ``allGames``, as in the table.
    let game: String

    /// What stands for all games together.
    static let allGames = ""

    init(_ period: BoardPeriod, _ game: Game.ID?) {
        self.init(period, game: game?.description ?? Self.allGames)
    }

    init(_ period: BoardPeriod, game: String) {
        self.period = period
        self.game = game
    }
}

extension BoardKey: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        (left.period.number, left.game) < (right.period.number, right.game)
    }
}

/// A period that global boards are kept for.
struct BoardPeriod: Hashable {
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

    /// All that the day falls into.
    static func containing(_ day: Day) -> [BoardPeriod] { [.day(day), week(day), month(day), all] }
}

/// What one score adds to its owner's standings.
struct ScoreShare: Equatable {
    let game: Game.ID
    let day: Day
    let points: Int

    var periods: [BoardPeriod] { BoardPeriod.containing(day) }
    /// As they stand in the table.
    var games: [String] { [BoardKey.allGames, game.description] }
    var boards: [BoardKey] { periods.flatMap { period in games.map { BoardKey(period, game: $0) } } }
}

/// What one person has on each of the global boards.
struct Standings: Equatable {
    struct Total: Equatable {
        var points = 0
        /// How many scores make up the points: without any, the person is not on the board.
        var scores = 0
    }

    private(set) var totals: [BoardKey: Total]

    init(_ totals: [BoardKey: Total] = [:]) {
        self.totals = totals
    }

    mutating func add(_ share: ScoreShare) { change(by: share, sign: 1) }
    mutating func remove(_ share: ScoreShare) { change(by: share, sign: -1) }

    private mutating func change(by share: ScoreShare, sign: Int) {
        for board in share.boards {
            var total = totals[board, default: Total()]
            total.points += sign * share.points
            total.scores += sign
            totals[board] = total.scores == 0 ? nil : total
        }
    }
}

/// A step in the counts of a board: how many people stand at points from `step` times `width` to below the next.
struct CountKey: Hashable {
    let board: BoardKey
    let width: Int
    let step: Int

    /// Single points, and ranges of so many that few rows lie between any two numbers of points.
    static let widths = [1, 64]

    /// The count that holds somebody with so many points. Below the lowest range is nobody: a rank never asks for it,
    /// so it is not kept.
    static func holding(_ points: Int, on board: BoardKey, width: Int) -> CountKey? {
        let step = points / width
        return width == 1 || step > 0 ? CountKey(board: board, width: width, step: step) : nil
    }
}

extension CountKey: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        if left.board != right.board { return left.board < right.board }
        return (left.width, left.step) < (right.width, right.step)
    }
}

/// By how many people counts change.
struct CountChanges {
    private var rows: [(key: CountKey, change: Int)] = []

    /// Notes that the one person who is moving stood on the board at so many points, and stands there at others now.
    mutating func move(on board: BoardKey, from old: Int?, to new: Int?) {
        for width in CountKey.widths {
            let before = old.flatMap { CountKey.holding($0, on: board, width: width) }
            let after = new.flatMap { CountKey.holding($0, on: board, width: width) }
            guard before != after else { continue }
            if let before { rows.append((before, -1)) }
            if let after { rows.append((after, 1)) }
        }
    }

    /// In one order, so that two transactions cannot wait for each other.
    var sorted: [(key: CountKey, change: Int)] { rows.sorted { $0.key < $1.key } }
}

extension Standings {
    /// What changes when these standings take the place of the old ones.
    func countChanges(replacing old: Standings) -> CountChanges {
        var changes = CountChanges()
        for board in Set(old.totals.keys).union(totals.keys) {
            changes.move(on: board, from: old.totals[board]?.points, to: totals[board]?.points)
        }
        return changes
    }
}
