/// A page of people in the order of their points (L5, L6).
public struct Leaderboard: Sendable, Equatable, Codable {
    public var range: DayRange
    public var rows: [LeaderboardRow]
    /// The viewer's own row, wherever it stands; nil when the viewer is not on the board.
    public var me: LeaderboardRow?
    /// Where the next page begins; nil on the last one, and around the viewer.
    public var next: Cursor?

    public init(range: DayRange, rows: [LeaderboardRow], me: LeaderboardRow?, next: Cursor? = nil) {
        self.range = range
        self.rows = rows
        self.me = me
        self.next = next
    }

    /// The days that count; without ends for all time.
    public struct DayRange: Sendable, Equatable, Codable {
        public var from: Day?
        public var to: Day?

        public init(_ days: ClosedRange<Day>?) {
            from = days?.lowerBound
            to = days?.upperBound
        }
    }
}

/// One person on a board.
public struct LeaderboardRow: Sendable, Equatable, Codable {
    /// One more than how many people have more points: people with as many share a rank.
    public var rank: Int
    public var person: Person
    public var points: Int
    /// The points in words: `3 guesses` for one game on one day, `12 pts` for a sum.
    public var metric: String
    /// By how many ranks the person stands higher than the day before, negative when lower; only on a board of one
    /// day, and only when they were on that of the day before.
    public var delta: Int?
    /// The points of each game by its id; only when all games are added up.
    public var breakdown: [String: Int]?

    public init(
        rank: Int, person: Person, points: Int, metric: String, delta: Int? = nil,
        breakdown: [String: Int]? = nil
    ) {
        self.rank = rank
        self.person = person
        self.points = points
        self.metric = metric
        self.delta = delta
        self.breakdown = breakdown
    }
}
