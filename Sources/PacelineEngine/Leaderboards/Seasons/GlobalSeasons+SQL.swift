import Foundation
import Paceline
import PacelineDatabase

// Global seasons. Their results are the first places of a global board by training.

extension Season {
    /// How many results of a global season are stored: more than are shown, so that readers from whom some people are
    /// hidden see as many as others.
    static let storedGlobalRows = 2 * maxGlobalRows
}

/// The board of a global tournament, which exists until its results are final.
struct TournamentBoard {
    let number: Int
    let metric: BoardMetric
    let days: ClosedRange<Day>

    var period: TrainingPeriods.KeptPeriod {
        TrainingPeriods.KeptPeriod(period: .tournament(number), days: days, metric: metric)
    }

    /// The largest number, for which board numbers have room.
    static let maxNumber = BoardPeriod.dayNumberCount - 1
}

extension [TournamentBoard] {
    /// The periods of the tournaments that contain one of the days.
    func containing(_ days: some Sequence<Day>) -> [TrainingPeriods.KeptPeriod] {
        filter { board in days.contains(where: board.days.contains) }.map(\.period)
    }
}

extension Connection {
    /// The boards of all global tournaments that are not final. Index: `seasons_with_board`.
    func tournamentBoards() throws -> [TournamentBoard] {
        try fetch("SELECT board, metric, first_day, last_day FROM seasons WHERE board IS NOT NULL") {
            TournamentBoard(number: $0[0], metric: $0[1], days: ($0[2] as Day)...($0[3] as Day))
        }
    }

    /// A number that no tournament has, and that has no standings left. Index: `standings_by_rank`.
    func newTournamentNumber() throws -> Int {
        let last = try fetchFirst("SELECT MAX(board) FROM standings") { $0[0] as Int? } ?? nil
        let left = (last ?? 0) / BoardKey.gameNumberCount - BoardPeriod.all.number
        return max(0, left, try tournamentBoards().map(\.number).max() ?? 0) + 1
    }

    /// The boards with standings whose tournaments are final or cancelled. Reads one row of an index for each board.
    func boardsOfEndedTournaments() throws -> [Int] {
        let open = Set(
            try tournamentBoards().compactMap { tournament in
                tournament.metric.boardNumber.map {
                    BoardKey(.tournament(tournament.number), game: $0).number
                }
            })
        var ended: [Int] = []
        var start = BoardKey(.tournament(1), game: 0).number
        while let board = try fetchFirst(
            "SELECT MIN(board) FROM standings WHERE board >= \(start)", { $0[0] as Int? }) ?? nil
        {
            if !open.contains(board) { ended.append(board) }
            start = board + 1
        }
        return ended
    }

    /// Ranks people who have trained on the tournament's first day already, in the background.
    func rankPastTraining(in tournament: TournamentBoard, at now: Date) throws {
        let latest = Day.latest(at: now)
        guard let number = tournament.metric.boardNumber, tournament.days.lowerBound <= latest else { return }
        let boards = (tournament.days.lowerBound.ordinal...latest.ordinal).map {
            BoardKey(.day(Day(ordinal: $0)), game: number).number
        }
        try send(
            """
            INSERT INTO training_backlog (person)
            SELECT DISTINCT owner FROM standings WHERE board IN \(list: boards)
            ON CONFLICT (person) DO NOTHING
            """)
    }

    /// The results as of now, best first, as many as are stored.
    func globalResults(in season: Season) throws -> [SeasonResult] {
        guard let number = season.metric.boardNumber, let period = try boardPeriod(of: season) else {
            return []
        }
        return try fetch(
            """
            SELECT owner, minus_points, name
            FROM standings
            WHERE board = \(BoardKey(period, game: number).number)
            ORDER BY minus_points, name, owner
            LIMIT \(Season.storedGlobalRows)
            """
        ) { row in
            let place = Place(standing: &row)
            return SeasonResult(
                person: place.owner, name: place.name, games: [season.metric.rawValue: place.points])
        }
    }

    private func boardPeriod(of season: Season) throws -> BoardPeriod? {
        switch season.kind {
        case .week: .week(season.firstDay)
        case .month: .month(season.firstDay)
        case .tournament:
            try fetchFirst("SELECT board FROM seasons WHERE id = \(season.id)") { $0[0] as Int? }?
                .map(BoardPeriod.tournament)
        case .unknown: nil
        }
    }
}

extension SQL {
    /// Whether a person's result in a global season is shown: while they are on the global boards. Needs `seasons`.
    static func isShownToEveryone(_ person: SQL) -> SQL {
        """
        EXISTS (
            SELECT 1
            FROM people
            JOIN settings ON settings.person = people.id
            WHERE people.id = \(person) AND \(isOnTrainingBoards)
                AND (people.shows_workout_details = 1
                    OR seasons.metric IN \(list: BoardMetric.global.filter { !$0.needsDetails })))
        """
    }
}
