/// Which board is wanted (L5).
public struct LeaderboardQuery: Sendable, Equatable {
    public var scope: LeaderboardScope
    public var range: LeaderboardRange
    /// The last day of the range; nil for today, as it is for the viewer. A custom range has its own.
    public var day: Day?
    /// Only this game; nil for all games together.
    public var game: Game.ID?
    /// Whether the rows are those around the viewer instead of the first.
    public var isAroundMe: Bool

    public init(
        scope: LeaderboardScope, range: LeaderboardRange = .today, day: Day? = nil, game: Game.ID? = nil,
        isAroundMe: Bool = false
    ) {
        self.scope = scope
        self.range = range
        self.day = day
        self.game = game
        self.isAroundMe = isAroundMe
    }

    /// How many people are shown above the viewer, and how many below.
    public static let neighbourCount = 5
}

/// Among whom people are compared.
public enum LeaderboardScope: Sendable, Hashable {
    /// The members of a group, who see each other's scores there unless they are private.
    case group(LeaderboardGroup.ID)
    /// The viewer and their friends, except those who do not want to be shown on leaderboards.
    case friends
    /// Everybody with a public profile who wants to be shown on leaderboards, with what they show to all.
    case global
}

extension LeaderboardScope: LosslessStringConvertible {
    /// Reads `friends`, `global` and `group:` with the group's id.
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

/// Over which days points are added up.
public enum LeaderboardRange: Sendable, Hashable {
    /// The day alone.
    case today
    /// The day and the six before it.
    case sevenDays
    /// The day's week, Monday to Sunday.
    case week
    /// The day's month.
    case month
    case all
    /// These days, at most ``maxDays`` of them.
    case custom(ClosedRange<Day>)

    /// How many days a custom range may have.
    public static let maxDays = 366

    /// The first and the last day; nil for all time.
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
