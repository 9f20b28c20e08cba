/// A season's final standings, or those of a tournament that is open, as one person sees them.
///
/// ```swift
/// let results = try await session.season(season.id)
/// if let me = results.me { print("Rank \(me.rank) with \(me.points) points") }
/// ```
public struct SeasonResults: Sendable, Equatable, Codable {
    /// The season.
    public var season: Season
    /// Best first; in a global season, at most ``Season/maxGlobalRows``. People hidden from the viewer are left out.
    public var rows: [SeasonRow]
    /// The viewer's own row; nil when the viewer is not among the rows.
    public var me: SeasonRow?

    public init(season: Season, rows: [SeasonRow], me: SeasonRow?) {
        self.season = season
        self.rows = rows
        self.me = me
    }
}

/// One person's result in a season.
///
/// ```swift
/// for row in results.rows { print(row.rank, row.person.displayName, row.points) }
/// ```
public struct SeasonRow: Sendable, Equatable, Codable {
    /// From 1. People with equal points share a rank.
    public var rank: Int
    /// The player.
    public var person: Person
    /// The total of the season: points, or an amount of training in the unit of ``Season/metric``.
    public var points: Int
    /// Points for each game, by game id; empty for training.
    public var breakdown: [String: Int]

    public init(rank: Int, person: Person, points: Int, breakdown: [String: Int]) {
        self.rank = rank
        self.person = person
        self.points = points
        self.breakdown = breakdown
    }
}

extension SeasonRow {
    /// Returns the rank of each number of points, from 1. Equal points share a rank, and the ranks after them are
    /// skipped: 1, 2, 2, 4.
    /// - Parameter points: the points of all rows, in descending order.
    public static func ranks(of points: [Int]) -> [Int] {
        var ranks: [Int] = []
        for (index, value) in points.enumerated() {
            ranks.append(index > 0 && points[index - 1] == value ? ranks[index - 1] : index + 1)
        }
        return ranks
    }
}
