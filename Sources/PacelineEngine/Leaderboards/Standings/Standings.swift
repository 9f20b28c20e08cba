import Paceline

/// A global board: a period, and a game or all games together.
struct BoardKey: Hashable {
    let period: BoardPeriod
    /// A game's id, or ``allGames``, as in the table.
    let game: String

    /// What stands for all games together.
    static let allGames = ""
    /// People are counted by single points, and by ranges of so many that few rows lie between any two numbers of
    /// points.
    static let rangeOfPoints = 64

    init(_ period: BoardPeriod, _ game: Game.ID?) {
        self.period = period
        self.game = game?.description ?? Self.allGames
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
    /// As they stand in the table, with all games together.
    var games: [String] { [BoardKey.allGames, game.description] }
}
