/// Selects a leaderboard.
///
/// ```swift
/// let query = LeaderboardQuery(scope: .global, range: .today, game: Game.ID("wordle"), isCentredOnViewer: true)
/// ```
public struct LeaderboardQuery: Sendable, Equatable {
    /// Whose scores to compare.
    public var scope: LeaderboardScope
    /// Which days to sum.
    public var range: LeaderboardRange
    /// The day that the range contains or ends with; nil for today in the viewer's time zone. Ignored for
    /// ``LeaderboardRange/custom(_:)``.
    public var day: Day?
    /// One game; nil for the sum of all games. Only for ``BoardMetric/points``.
    public var game: Game.ID?
    /// What to rank by.
    public var metric: BoardMetric
    /// Returns the rows around the viewer instead of the first ones.
    public var isCentredOnViewer: Bool

    public init(
        scope: LeaderboardScope, range: LeaderboardRange = .today, day: Day? = nil, game: Game.ID? = nil,
        metric: BoardMetric = .points, isCentredOnViewer: Bool = false
    ) {
        self.scope = scope
        self.range = range
        self.day = day
        self.game = game
        self.metric = metric
        self.isCentredOnViewer = isCentredOnViewer
    }

    /// How many rows ``isCentredOnViewer`` returns on each side of the viewer's.
    public static let neighbourCount = 5
}

/// The people a leaderboard compares.
///
/// ```swift
/// let query = LeaderboardQuery(scope: .group(group.id), range: .month)
/// ```
public enum LeaderboardScope: Sendable, Hashable {
    /// The members of a group. Includes all of their scores except private ones, and their workouts for friends or
    /// more.
    case group(LeaderboardGroup.ID)
    /// The viewer and those of their friends who are shown on leaderboards, with their scores and workouts for friends
    /// or more.
    case friends
    /// Everyone with a public profile who is shown on leaderboards, with their scores for friends or more, and their
    /// public workouts. Boards by training go back 40 days, and 13 months for weeks and months.
    case global
}

extension LeaderboardScope: LosslessStringConvertible {
    /// Parses `friends`, `global` and `group:` followed by the group's id.
    public init?(_ description: String) {
        switch description {
        case "friends": self = .friends
        case "global": self = .global
        default:
            guard description.hasPrefix("group:"),
                let id = LeaderboardGroup.ID(String(description.dropFirst(6)))
            else { return nil }
            self = .group(id)
        }
    }

    public var description: String {
        switch self {
        case .group(let id): "group:\(id)"
        case .friends: "friends"
        case .global: "global"
        }
    }
}

/// The days whose points a leaderboard sums.
///
/// ```swift
/// let lastTenDays = LeaderboardRange.custom(today.adding(days: -9)...today)
/// ```
public enum LeaderboardRange: Sendable, Hashable {
    /// One day: ``LeaderboardQuery/day``, or today when that is nil.
    case today
    /// The day and the six before it.
    case sevenDays
    /// The day's calendar week, Monday to Sunday.
    case week
    /// The day's calendar month.
    case month
    /// All time.
    case all
    /// A range of at most ``maxDays`` days.
    case custom(ClosedRange<Day>)

    /// The most days a custom range may have.
    public static let maxDays = 366

    /// The first and the last day; nil for all time.
    /// - Parameter day: the day that the range contains or ends with. ``custom(_:)`` ignores it.
    public func days(of day: Day) -> ClosedRange<Day>? {
        switch self {
        case .today: day...day
        case .sevenDays: day.adding(days: -6)...day
        case .week: day.week
        case .month: day.month
        case .all: nil
        case .custom(let days): days
        }
    }
}
