/// A page of a leaderboard: people in order of their points.
///
/// ```swift
/// let board = try await session.leaderboard(LeaderboardQuery(scope: .friends, range: .week), PageRequest())
/// for row in board.rows { print(row.rank, row.person.displayName, row.metric) }
/// ```
public struct Leaderboard: Sendable, Equatable, Codable {
    /// The days that count.
    public var range: DayRange
    /// Best first.
    public var rows: [LeaderboardRow]
    /// The viewer's own row, whether or not this page contains it; nil when the viewer is not on the board.
    public var me: LeaderboardRow?
    /// The cursor for the next page; nil on the last page and when ``LeaderboardQuery/isCentredOnViewer`` is set.
    public var next: Cursor?

    public init(range: DayRange, rows: [LeaderboardRow], me: LeaderboardRow?, next: Cursor? = nil) {
        self.range = range
        self.rows = rows
        self.me = me
        self.next = next
    }

    /// The first and last day that count; both nil for all time.
    public struct DayRange: Sendable, Equatable, Codable {
        /// The first day; nil for all time.
        public var from: Day?
        /// The last day, inclusive; nil for all time.
        public var to: Day?

        /// Creates a range from its days.
        /// - Parameter days: nil for all time.
        public init(_ days: ClosedRange<Day>?) {
            from = days?.lowerBound
            to = days?.upperBound
        }
    }
}

/// A person's row on a leaderboard.
///
/// ```swift
/// if let delta = row.delta, delta > 0 { print("\(row.person.displayName) is up by \(delta)") }
/// ```
public struct LeaderboardRow: Sendable, Equatable, Codable {
    /// From 1. People with equal points share a rank: 1, 2, 2, 4.
    public var rank: Int
    /// The person.
    public var person: Person
    /// The total in the range: points, or XP, metres, seconds, kilograms, workouts or days: see ``BoardMetric``.
    public var points: Int
    /// The result as text: `3 guesses` for one game on one day, `12 pts` for a sum, `42.2 km`.
    public var metric: String
    /// Ranks gained since the day before, negative when lost. Set on single-day boards for people who were also on the
    /// previous day's board.
    public var delta: Int?
    /// Points for each game, by game id; set only when the board sums the points of all games.
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
