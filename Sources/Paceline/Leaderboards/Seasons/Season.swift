import Foundation

/// A week or a month of a group, with the results that were kept when it ended (L9).
public struct Season: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Season>

    public var id: ID
    public var group: LeaderboardGroup.ID
    public var kind: Kind
    public var firstDay: Day
    public var lastDay: Day
    public var state: State
    /// When the results were made.
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

    /// How long a season is.
    public enum Kind: OpenEnum {
        /// Monday to Sunday.
        case week
        case month
        /// One that a newer server has.
        case unknown(String)

        public static let allCases: [Kind] = [.week, .month]

        public var rawValue: String {
            switch self {
            case .week: "week"
            case .month: "month"
            case .unknown(let word): word
            }
        }

        /// The season of this kind that the day is in; the day alone where that is not known.
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
        /// A late score has come; the results are about to be made again.
        case reopened
        /// A late score would have the results made again.
        case closed
        /// The results stand.
        case final
    }
}

extension Season {
    /// How long after its end late scores still count: 48 hours.
    public static let gracePeriod: TimeInterval = 48 * 3_600

    /// The instant from which late scores do not count any more.
    /// - Parameter lastDay: the season's last day.
    public static func graceEnd(after lastDay: Day) -> Date {
        lastDay.endEverywhere.addingTimeInterval(gracePeriod)
    }

    /// Whether results that a score of the day belongs to may be kept at about the instant: an hour before and after is
    /// more than clocks differ and writes last.
    package static func mayBeClosing(on day: Day, at instant: Date) -> Bool {
        Kind.allCases.contains { kind in
            let last = kind.days(of: day).upperBound
            return last.endEverywhere <= instant.addingTimeInterval(3_600)
                && instant.addingTimeInterval(-3_600) < graceEnd(after: last)
        }
    }

    /// The newest day that has ended everywhere on earth by the instant.
    public static func lastFinishedDay(at instant: Date) -> Day {
        Day(of: instant.addingTimeInterval(-12 * 3_600), in: .gmt).adding(days: -1)
    }
}
