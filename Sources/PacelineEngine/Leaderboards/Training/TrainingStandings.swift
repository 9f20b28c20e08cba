import Foundation
import Paceline
import PacelineDatabase

/// The standings on the global boards by training.
///
/// They are always recalculated from a person's public days and never incremented, so processing a change twice or late
/// does no harm. ``ExperienceConsumer`` raises them after a workout was published. A write that lowers an amount lowers
/// the standings itself: see ``Transaction/changeTotals(_:_:)``.
struct TrainingStandings {
    private let connection: any Connection
    private let periods: TrainingPeriods

    init(_ connection: any Connection, at now: Date) {
        self.connection = connection
        periods = TrainingPeriods(at: now)
    }

    /// Sets the standings of people on the boards that contain these days. The people must be locked.
    func update(_ days: [Person.ID: Set<Day>]) throws {
        var changes = StandingChanges()
        let tournaments = try connection.tournamentBoards()
        for (person, days) in days.sorted(by: { $0.key < $1.key }) {
            // Those who are not on the boards have no standings to correct.
            guard let entry = try connection.entryOnTrainingBoards(of: person) else { continue }
            let standings = try standings(
                of: person, entry, in: periods.containing(days).union(tournaments.containing(days)))
            let stored = try connection.standings(
                of: person, where: "board IN \(list: standings.keys.sorted())")
            changes.replace(stored, by: standings, of: person, named: entry.name)
        }
        try changes.send(connection)
    }

    /// Sets all standings of a person, who must be locked.
    func rebuild(of person: Person.ID) throws {
        var changes = StandingChanges()
        let stored = try connection.standings(of: person, where: "NOT (\(SQL.isOfGame))")
        guard let entry = try connection.entryOnTrainingBoards(of: person) else {
            changes.replace(stored, by: [:], of: person, named: "")
            return try changes.send(connection)
        }
        let days = try connection.publicDays(of: person, from: periods.first)
        // All time has a board even if none of the days is kept.
        let kept = periods.containing(days.isEmpty ? [.distantPast] : days)
        let standings = try standings(
            of: person, entry, in: kept.union(try connection.tournamentBoards().containing(days)))
        changes.replace(stored, by: standings, of: person, named: entry.name)
        try changes.send(connection)
    }

    /// The sums of the person's days in the periods, by board. Boards that the person is not on have 0.
    private func standings(
        of person: Person.ID, _ entry: TrainingEntry, in kept: Set<TrainingPeriods.KeptPeriod>
    ) throws -> [Int: Int] {
        let days = kept.compactMap(\.days)
        guard let first = days.map(\.lowerBound).min() ?? kept.first.map({ _ in Day.distantPast }) else {
            return [:]
        }
        let training = try PublicTraining(
            of: person, on: first...(days.map(\.upperBound).max() ?? first), connection)
        var standings: [Int: Int] = [:]
        for kept in kept {
            let sum = training.sum(of: kept.days)
            for metric in kept.metric.map({ [$0] }) ?? BoardMetric.global {
                guard let number = metric.boardNumber else { continue }
                standings[BoardKey(kept.period, game: number).number] = entry.shares(metric) ? sum[metric] : 0
            }
        }
        return standings
    }
}

/// Standings to write, with the counts that follow from them.
struct StandingChanges {
    private var updated = SQLRows()
    private var removed: [(owner: Person.ID, boards: [Int])] = []
    private var counts: [Int64: Int] = [:]

    /// - Parameters:
    ///   - stored: the points by board.
    ///   - standings: the points by board. Those of 0 are removed, as are those that are missing here.
    mutating func replace(
        _ stored: [StoredStanding], by standings: [Int: Int], of owner: Person.ID, named name: String
    ) {
        let old = Dictionary(stored.map { ($0.board, $0) }) { first, _ in first }
        for (board, points) in standings.sorted(by: { $0.key < $1.key }) where points > 0 {
            let before = old[board]
            guard before?.points != points || before?.name != name else { continue }
            updated.append(owner, board, -points, name, 1)
            count(before?.points, points, on: board)
        }
        let gone = stored.filter { standings[$0.board] ?? 0 <= 0 }
        remove(gone, of: owner)
    }

    mutating func remove(_ standings: [StoredStanding], of owner: Person.ID) {
        guard !standings.isEmpty else { return }
        removed.append((owner, standings.map(\.board).sorted()))
        for standing in standings { count(standing.points, nil, on: standing.board) }
    }

    private mutating func count(_ before: Int?, _ after: Int?, on board: Int) {
        guard before != after else { return }
        if let before { for slot in CountSlot.slots(of: before, on: board) { counts[slot, default: 0] -= 1 } }
        if let after { for slot in CountSlot.slots(of: after, on: board) { counts[slot, default: 0] += 1 } }
    }

    /// In the order of the primary keys, which avoids deadlocks.
    func send(_ connection: any Connection) throws {
        try connection.send(
            "INSERT INTO standings (owner, board, minus_points, name, scores)", rows: updated,
            ending: """
                ON CONFLICT (owner, board) DO UPDATE
                SET minus_points = excluded.minus_points, name = excluded.name
                """)
        for (owner, boards) in removed {
            try connection.send("DELETE FROM standings WHERE owner = \(owner) AND board IN \(list: boards)")
        }
        let changed = counts.filter { $0.value != 0 }.sorted { $0.key < $1.key }
        try connection.send(
            "INSERT INTO standing_counts (slot, people)", rows: SQLRows(changed) { ($0.key, $0.value) },
            ending: SQL.addingToCounts)
    }
}

/// How a person is listed on the global boards by training.
struct TrainingEntry {
    /// The folded name.
    let name: String
    /// Whether others see the details of the person's workouts.
    let showsDetails: Bool

    /// Whether the person is on the boards of the metric.
    func shares(_ metric: BoardMetric) -> Bool { showsDetails || !metric.needsDetails }
}

/// A row of `standings`.
struct StoredStanding {
    let board: Int
    let points: Int
    let name: String
}

extension Connection {
    /// How the person is listed on the global boards by training; nil if they are not.
    func entryOnTrainingBoards(of person: Person.ID) throws -> TrainingEntry? {
        try fetchFirst(
            """
            SELECT people.name_folded, people.shows_workout_details
            FROM people
            JOIN settings ON settings.person = people.id
            WHERE people.id = \(person) AND \(SQL.isOnTrainingBoards)
            """
        ) { TrainingEntry(name: $0[0], showsDetails: $0[1]) }
    }

    /// The person's standings that meet the condition.
    func standings(of person: Person.ID, where condition: SQL) throws -> [StoredStanding] {
        try fetch(
            "SELECT board, minus_points, name FROM standings WHERE owner = \(person) AND \(condition)"
        ) { StoredStanding(board: $0[0], points: -($0[1] as Int), name: $0[2]) }
    }

    /// The days with training that everyone sees.
    fileprivate func publicDays(of person: Person.ID, from first: Day) throws -> [Day] {
        try fetch(
            """
            SELECT day
            FROM stats_days
            WHERE person = \(person) AND reach = \(Closeness.stranger.rawValue) AND day >= \(first)
            UNION
            SELECT day
            FROM experience_days
            WHERE person = \(person) AND audience = \(Closeness.stranger.rawValue) AND day >= \(first)
            """
        ) { $0[0] as Day }
    }
}

extension Day {
    /// A day before all boards.
    fileprivate static let distantPast = Day(ordinal: 0)
}
