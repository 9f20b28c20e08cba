import Foundation

/// A finished week or month, or a tournament, with stored results by one metric. It is a group's, or global.
///
/// ```swift
/// let seasons = try await session.seasons(of: group.id, kind: .month, PageRequest()).items
/// let finals = seasons.filter { $0.state == .final }
/// ```
public struct Season: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Season>

    public var id: ID
    /// The group; nil for a global season, in which everyone is ranked.
    public var group: LeaderboardGroup.ID?
    /// Whether it is a week, a month or a tournament.
    public var kind: Kind
    /// The title of a tournament. A child reads only titles by friends, and “Tournament” for others.
    public var title: String?
    /// What the people are ranked by.
    public var metric: BoardMetric
    /// The first day.
    public var firstDay: Day
    /// The last day, inclusive.
    public var lastDay: Day
    /// Whether the results are final.
    public var state: State
    /// When the last day has ended in all time zones. Scores and workouts that arrive later do not change it.
    public var closedAt: Date

    public init(
        id: ID, group: LeaderboardGroup.ID?, kind: Kind, title: String? = nil, metric: BoardMetric = .points,
        firstDay: Day, lastDay: Day, state: State, closedAt: Date
    ) {
        self.id = id
        self.group = group
        self.kind = kind
        self.title = title
        self.metric = metric
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.state = state
        self.closedAt = closedAt
    }

    /// Whether a season is a week, a month or a tournament.
    public enum Kind: OpenEnum {
        /// Monday to Sunday.
        case week
        /// A calendar month.
        case month
        /// A season with a title, and days of its own.
        case tournament
        /// A kind that this version does not know.
        case unknown(String)

        public static let allCases: [Kind] = [.week, .month, .tournament]
        /// The kinds that follow from the calendar.
        package static let recurring: [Kind] = [.week, .month]

        public var rawValue: String {
            switch self {
            case .week: "week"
            case .month: "month"
            case .tournament: "tournament"
            case .unknown(let word): word
            }
        }

        /// The days of the week or month that contains a day; for other kinds, that day alone.
        public func days(of day: Day) -> ClosedRange<Day> {
            switch self {
            case .week: day.week
            case .month: day.month
            case .tournament, .unknown: day...day
            }
        }
    }

    /// Whether the results may still change.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// A tournament that has not ended. Its results are those so far.
        case open
        /// A score or workout arrived after the end; the results are being recounted.
        case reopened
        /// The results stand unless another score or workout reopens the season.
        case closed
        /// The results no longer change.
        case final
    }
}

extension Season {
    /// How long scores and workouts that arrive after the end still count: 48 hours, in seconds.
    public static let gracePeriod: TimeInterval = 48 * 3_600

    /// The end of the grace period. Scores and workouts published later do not count.
    /// - Parameter lastDay: the season's last day.
    public static func graceEnd(after lastDay: Day) -> Date {
        lastDay.endEverywhere.addingTimeInterval(gracePeriod)
    }

    /// Whether a week or month that includes the day may be closing around an instant.
    ///
    /// Allows an hour on each side, more than clocks differ and writes last.
    package static func mayBeClosing(on day: Day, at instant: Date) -> Bool {
        Kind.recurring.contains { kind in
            let last = kind.days(of: day).upperBound
            return last.endEverywhere <= instant.addingTimeInterval(3_600)
                && instant.addingTimeInterval(-3_600) < graceEnd(after: last)
        }
    }

    /// The most people in the results of a global season.
    public static let maxGlobalRows = 1_000

    /// The latest day that has ended in every time zone by an instant.
    public static func lastFinishedDay(at instant: Date) -> Day {
        Day(of: instant.addingTimeInterval(-12 * 3_600), in: .gmt).adding(days: -1)
    }
}
