import Algorithms
import Foundation
import Paceline
import PacelineDatabase

/// What expired scores still add to the standings on a global board, until they are deleted.
struct ExpiredStandings {
    /// A condition that standings with expired scores fail, behind another. Needs `standings`.
    let isCurrent: SQL
    /// The points that those standings have.
    private let stored: [Int]
    /// Those of their people who are on the board without their expired scores, in the board's order.
    private let places: [Place]

    /// There are none.
    static let none = ExpiredStandings(isCurrent: .empty, stored: [], places: [])

    private init(isCurrent: SQL, stored: [Int], places: [Place]) {
        self.isCurrent = isCurrent
        self.stored = stored
        self.places = places.sorted(by: Place.isBefore)
    }

    /// Of people who are not hidden from the viewer.
    /// - Parameters:
    ///   - boards: those whose standings make up the board.
    ///   - days: the board's; nil for all time.
    ///   - game: the board's; nil for all games together.
    init(
        on boards: [Int], _ days: ClosedRange<Day>?, game: Game.ID?, in transaction: Transaction
    ) throws {
        let expired: SQL = """
            FROM items
            JOIN scores ON scores.id = items.id
            WHERE \(SQL.isExpiredScore(at: transaction.now)) AND scores.visibility = \(ItemVisibility.public)
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
            return (place: place, left: Standing(points: place.points, scores: scores) - expired)
        }
        self.init(
            isCurrent: "AND owner NOT IN (SELECT scores.owner \(expired))",
            stored: rows.map(\.place.points),
            places: rows.filter { $0.left.scores > 0 }.map {
                Place(owner: $0.place.owner, points: $0.left.points, name: $0.place.name)
            })
    }

    /// The first of the current places and of these, from the first on or from behind one.
    func merged(with current: [Place], after place: Place?, limit: Int) -> [Place] {
        guard !places.isEmpty else { return current }
        let start = place.map { place in places.partitioningIndex { Place.isBefore(place, $0) } } ?? 0
        return Array(merged(with: current, places[start...].prefix(limit)).prefix(limit))
    }

    /// The last of the current places and of these that lie before one.
    func merged(with current: [Place], before place: Place, limit: Int) -> [Place] {
        guard !places.isEmpty else { return current }
        let end = places.partitioningIndex { !Place.isBefore($0, place) }
        return merged(with: current, places[..<end].suffix(limit)).suffix(limit)
    }

    /// The current places and those of these that belong to the people.
    func merged(with current: [Place], of people: [Person.ID]) -> [Place] {
        guard !places.isEmpty else { return current }
        let people = Set(people)
        return current + places.filter { people.contains($0.owner) }
    }

    /// All of the current places and of these.
    func merged(with current: [Place]) -> [Place] { current + places }

    /// By how many more people have more points than the stored standings say; negative when fewer.
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
