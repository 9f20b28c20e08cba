import Paceline
import PacelineDatabase

/// A board of everyone, read from the stored standings.
struct GlobalBoard: Board {
    let connection: any Connection
    let viewer: Viewer
    let period: BoardPeriod
    /// The game's number in ``GameNumbers``, or that of a metric.
    let game: Int
    let corrections: StandingCorrections
    /// Reads the points of people, by game.
    let games: ([Person.ID]) throws -> [Person.ID: [String: Int]]

    var key: BoardKey { BoardKey(period, game: game) }

    func places(after place: Place?, limit: Int) throws -> [Place] {
        let current = try places(
            place.map { "AND \(Self.order) > (\(-$0.points), \($0.name), \($0.owner))" }, "ASC", limit)
        return corrections.merged(with: current, after: place, limit: limit)
    }

    func places(before place: Place, limit: Int) throws -> [Place] {
        let current = try places(
            "AND \(Self.order) < (\(-place.points), \(place.name), \(place.owner))", "DESC", limit)
        return corrections.merged(with: current.reversed(), before: place, limit: limit)
    }

    private func places(_ condition: SQL?, _ direction: SQL, _ limit: Int) throws -> [Place] {
        try connection.fetch(
            """
            SELECT owner, minus_points, name, \(Person.columns)
            FROM standings
            JOIN people ON people.id = owner
            WHERE \(isOnBoard) \(condition ?? .empty) \(SQL.isNotHidden("owner", from: viewer)) \(corrections.isCurrent)
            ORDER BY minus_points \(direction), name \(direction), owner \(direction)
            LIMIT \(limit)
            """, Self.place)
    }

    func places(of people: [Person.ID]) throws -> [Place] {
        let current = try connection.fetch(
            """
            SELECT owner, minus_points, name, \(Person.columns)
            FROM standings
            JOIN people ON people.id = owner
            WHERE owner IN \(list: people) AND \(isOnBoard) \(SQL.isNotHidden("owner", from: viewer))
                \(corrections.isCurrent)
            """, Self.place)
        return corrections.merged(with: current, of: people)
    }

    func ranks(of points: Set<Int>) throws -> [Int: Int] {
        guard let most = points.max(), let least = points.min() else { return [:] }
        let above = try people(above: most)
        let hidden = try hiddenPoints()
        // The counts from the most points downwards, as many as the points can have if they follow each other. What is
        // further down, such as the viewer's own, is counted by itself.
        let limit = max(Self.countsReadAtOnce, points.count + hidden.count + corrections.count)
        let counts = try connection.fetch(
            """
            SELECT slot, people
            FROM standing_counts
            WHERE slot BETWEEN \(slot(least)) AND \(slot(most)) AND people <> 0
            ORDER BY slot DESC
            LIMIT \(limit)
            """
        ) { (slot: $0[0] as Int64, people: $0[1] as Int) }
        let end = counts.count < limit ? nil : counts.last?.slot
        var ranks: [Int: Int] = [:]
        for points in points {
            let slot = slot(points)
            let stored =
                if let end, slot < end {
                    try people(above: points)
                } else {
                    above + counts.lazy.filter { $0.slot > slot }.map(\.people).reduce(0, +)
                }
            ranks[points] =
                1 + stored + corrections.change(above: points) - hidden.count { $0 > points }
        }
        return ranks
    }

    func breakdown(of people: [Person.ID]) throws -> [Person.ID: [String: Int]] { try games(people) }

    private static func place(_ row: inout Row) -> Place {
        var place = Place(standing: &row)
        place.person = Person(&row)
        return place
    }

    /// The boards of games rarely have more.
    private static let countsReadAtOnce = 200

    private var isOnBoard: SQL { "board = \(key.number)" }
    private static let order: SQL = "(minus_points, name, owner)"

    private func slot(_ points: Int) -> Int64 { CountSlot.points(points, on: key.number) }

    /// Counts single points up to the end of their range, and whole ranges from there.
    private func people(above points: Int) throws -> Int {
        let counts = CountSlot.slots(above: points, on: key.number).map { slots -> SQL in
            """
            SELECT people
            FROM standing_counts
            WHERE slot >= \(slots.lowerBound) AND slot < \(slots.upperBound)
            """
        }
        guard let first = counts.first else { return 0 }
        let all = counts.dropFirst().reduce(first) { "\($0) UNION ALL \($1)" }
        return try connection.fetchFirst(
            "SELECT CAST(COALESCE(SUM(people), 0) AS BIGINT) FROM (\(all)) AS above"
        ) { $0[0] as Int } ?? 0
    }

    /// The points of people on the board who are hidden from the viewer.
    private func hiddenPoints() throws -> [Int] {
        guard try !viewer.hidden.isEmpty else { return [] }
        return try connection.fetch(
            "SELECT -minus_points FROM standings WHERE owner IN \(list: viewer.hidden) AND \(isOnBoard)"
        ) { $0[0] as Int }
    }
}

extension Place {
    /// - Parameter row: owner, minus points and name.
    init(standing row: inout Row) {
        self.init(owner: row.next(), points: -(row.next() as Int), name: row.next())
    }
}
