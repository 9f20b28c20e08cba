/// How a season ended, for one of the group's members.
public struct SeasonResults: Sendable, Equatable, Codable {
    public var season: Season
    /// Best first, without people who do not exist for the viewer; the others keep the ranks that they had.
    public var rows: [SeasonRow]
    /// The viewer's own row; nil when the viewer was not in it.
    public var me: SeasonRow?

    public init(season: Season, rows: [SeasonRow], me: SeasonRow?) {
        self.season = season
        self.rows = rows
        self.me = me
    }
}

/// What somebody reached in a season.
public struct SeasonRow: Sendable, Equatable, Codable {
    /// One more than how many had more points: people with as many share a rank.
    public var rank: Int
    public var person: Person
    public var points: Int
    /// The points of each game by its id.
    public var breakdown: [String: Int]

    public init(rank: Int, person: Person, points: Int, breakdown: [String: Int]) {
        self.rank = rank
        self.person = person
        self.points = points
        self.breakdown = breakdown
    }
}

extension SeasonRow {
    /// The rank of each number of points, in the order given.
    /// - Parameter points: descending.
    public static func ranks(of points: [Int]) -> [Int] {
        var ranks: [Int] = []
        for (place, value) in points.enumerated() {
            ranks.append(place > 0 && points[place - 1] == value ? ranks[place - 1] : place + 1)
        }
        return ranks
    }
}
