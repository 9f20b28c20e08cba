import Algorithms
import Foundation
import Paceline
import PacelineDatabase

/// Corrects a global board for standings that are out of date: for expired scores, which count until they are purged,
/// and for the viewer's own training, which boards count later.
struct StandingCorrections {
    /// An `AND` condition that excludes the standings to correct. Needs `standings`.
    let isCurrent: SQL
    /// The points of the excluded standings.
    private let stored: [Int]
    /// The corrected places of their owners, in the board's order; without owners who are not on the board.
    private let places: [Place]

    static let none = StandingCorrections(isCurrent: .empty, stored: [], places: [])

    private init(isCurrent: SQL, stored: [Int], places: [Place]) {
        self.isCurrent = isCurrent
        self.stored = stored
        self.places = places.sorted(by: Place.isBefore)
    }

    /// Replaces the owner's standing.
    /// - Parameters:
    ///   - stored: its points, or those of several days; nil if there is none.
    ///   - place: the owner's place; nil if they are not on the board.
    init(of owner: Person.ID, replacing stored: Int?, by place: Place?) {
        guard stored != place?.points else {
            self = .none
            return
        }
        self.init(
            isCurrent: "AND owner <> \(owner)", stored: stored.map { [$0] } ?? [],
            places: place.map { [$0] } ?? [])
    }

    /// Corrects for expired scores, without people who are hidden from the viewer.
    /// - Parameters:
    ///   - boards: the numbers of the boards whose standings are added up.
    ///   - days: the days of the board; nil for all time.
    ///   - game: nil for all games together.
    init(
        on boards: [Int], _ days: ClosedRange<Day>?, game: Game.ID?, in transaction: Transaction
    ) throws {
        let expired: SQL = """
            FROM items
            JOIN scores ON scores.id = items.id
            WHERE \(SQL.isExpiredScore(at: transaction.now)) AND \(SQL.countsGlobally)
                \(days.map { "AND scores.day BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? .empty)
                \(game.map { "AND scores.game = \($0)" } ?? .empty)
            """
        let rows = try transaction.connection.fetch(
            """
            SELECT standings.owner, CAST(SUM(standings.minus_points) AS BIGINT), standings.name,
                CAST(SUM(standings.scores) AS BIGINT), expired.points, expired.scores
            FROM (
                SELECT scores.owner, CAST(SUM(scores.points) AS BIGINT) AS points, COUNT(*) AS scores
                \(expired)
                GROUP BY scores.owner) AS expired
            JOIN standings ON standings.owner = expired.owner
            WHERE standings.board IN \(list: boards) \(SQL.isNotHidden("standings.owner", from: transaction.viewer))
            GROUP BY standings.owner, standings.name, expired.points, expired.scores
            """
        ) { row in
            let place = Place(standing: &row)
            let scores = row.next() as Int
            let expired = Standing(points: row.next(), scores: row.next())
            return (place: place, rest: Standing(points: place.points, scores: scores) - expired)
        }
        self.init(
            isCurrent: "AND owner NOT IN (SELECT scores.owner \(expired))",
            stored: rows.map(\.place.points),
            places: rows.filter { $0.rest.scores > 0 }.map {
                Place(owner: $0.place.owner, points: $0.rest.points, name: $0.place.name)
            })
    }

    /// Merges the corrected places into ``Board/places(after:limit:)``.
    func merged(with current: [Place], after place: Place?, limit: Int) -> [Place] {
        guard !places.isEmpty else { return current }
        let start = place.map { place in places.partitioningIndex { Place.isBefore(place, $0) } } ?? 0
        return Array(merged(with: current, places[start...].prefix(limit)).prefix(limit))
    }

    /// Merges the corrected places into ``Board/places(before:limit:)``.
    func merged(with current: [Place], before place: Place, limit: Int) -> [Place] {
        guard !places.isEmpty else { return current }
        let end = places.partitioningIndex { !Place.isBefore($0, place) }
        return merged(with: current, places[..<end].suffix(limit)).suffix(limit)
    }

    /// Merges the corrected places into ``Board/places(of:)``.
    func merged(with current: [Place], of people: [Person.ID]) -> [Place] {
        guard !places.isEmpty else { return current }
        let people = Set(people)
        return current + places.filter { people.contains($0.owner) }
    }

    /// Adds all corrected places, unsorted.
    func merged(with current: [Place]) -> [Place] { current + places }

    /// The number of standings and places.
    var count: Int { stored.count + places.count }

    /// The correction to the number of people with more points; usually negative.
    func change(above points: Int) -> Int {
        places.count { $0.points > points } - stored.count { $0 > points }
    }

    private func merged(with current: [Place], _ others: ArraySlice<Place>) -> [Place] {
        (current + others).sorted(by: Place.isBefore)
    }
}

extension Standing {
    fileprivate static func - (left: Standing, right: Standing) -> Standing {
        Standing(points: left.points - right.points, scores: left.scores - right.scores)
    }
}
