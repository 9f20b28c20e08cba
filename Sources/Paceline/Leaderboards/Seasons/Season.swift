import Foundation

/// A finished week or month of a group, with stored results.
///
/// ```swift
/// let seasons = try await session.seasons(of: group.id, kind: .month, PageRequest()).items
/// let finals = seasons.filter { $0.state == .final }
/// ```
public struct Season: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Season>

    public var id: ID
    /// The group.
    public var group: LeaderboardGroup.ID
    /// Whether it is a week or a month.
    public var kind: Kind
    /// The first day.
    public var firstDay: Day
    /// The last day, inclusive.
    public var lastDay: Day
    /// Whether the results are final.
    public var state: State
    /// When the last day had ended in all time zones. Late scores do not change it.
    public var closedAt: Date

    public init(
        id: ID, group: LeaderboardGroup.ID, kind: Kind, firstDay: Day, lastDay: Day, state: State,
        closedAt: Date
    ) {
        self.id = id
        self.group = group
        self.kind = kind
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.state = state
        self.closedAt = closedAt
    }

    /// The length of a season.
    public enum Kind: OpenEnum {
        /// Monday to Sunday.
        case week
        /// A calendar month.
        case month
        /// A kind that this version does not know.
        case unknown(String)

        public static let allCases: [Kind] = [.week, .month]

        public var rawValue: String {
            switch self {
            case .week: "week"
            case .month: "month"
            case .unknown(let word): word
            }
        }

        /// The days of the season that contains a day; for unknown kinds, that day alone.
        public func days(of day: Day) -> ClosedRange<Day> {
            switch self {
            case .week: day.week
            case .month: day.month
            case .unknown: day...day
            }
        }
    }

    /// Whether the results may still change.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// A late score arrived; the results will be recalculated.
        case reopened
        /// The results stand unless a late score reopens the season.
        case closed
        /// The results no longer change.
        case final
    }
}

extension Season {
    /// How long late scores still count: 48 hours, in seconds.
    public static let gracePeriod: TimeInterval = 48 * 3_600

    /// The end of the grace period. Scores published later do not count.
    /// - Parameter lastDay: the season's last day.
    public static func graceEnd(after lastDay: Day) -> Date {
        lastDay.endEverywhere.addingTimeInterval(gracePeriod)
    }

    /// Whether a season that includes the day may be closing around an instant.
    ///
    /// Allows an hour on each side, more than clocks differ and writes last.
    package static func mayBeClosing(on day: Day, at instant: Date) -> Bool {
        Kind.allCases.contains { kind in
            let last = kind.days(of: day).upperBound
            return last.endEverywhere <= instant.addingTimeInterval(3_600)
                && instant.addingTimeInterval(-3_600) < graceEnd(after: last)
        }
    }

    /// The latest day that has ended in every time zone by an instant.
    public static func lastFinishedDay(at instant: Date) -> Day {
        Day(of: instant.addingTimeInterval(-12 * 3_600), in: .gmt).adding(days: -1)
    }
}
