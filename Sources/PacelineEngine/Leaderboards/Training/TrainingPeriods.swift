import Foundation
import Paceline

/// The periods for which global boards by training are stored: days for about 40 days, weeks and months for 13 months,
/// and all time. Global tournaments have boards of their own: see ``TournamentBoard``.
package struct TrainingPeriods {
    /// A period whose boards are stored.
    struct KeptPeriod: Hashable {
        let period: BoardPeriod
        /// Nil for all time.
        let days: ClosedRange<Day>?
        /// The only metric that has a board; nil if all have one.
        var metric: BoardMetric?
    }

    /// The first day that has a board of its own.
    let firstDay: Day
    private let firstWeek: Day
    private let firstMonth: Day

    /// Counts back from the latest day in any time zone, and keeps one day more, so that everyone has 40 days.
    init(at now: Date) {
        let latest = Day.latest(at: now)
        firstDay = latest.adding(days: -Self.days)
        firstMonth = latest.adding(days: -Self.daysOfMonths).month.lowerBound
        firstWeek = latest.adding(days: -Self.daysOfMonths).week.lowerBound
    }

    /// For how many days there are boards.
    package static let days = 40
    /// For how many months there are boards of weeks and months.
    package static let months = 13
    /// These months in days, of 30.5 days each.
    private static let daysOfMonths = months * 61 / 2

    /// The first day of any kept period besides all time.
    var first: Day { min(firstDay, firstWeek, firstMonth) }

    /// The periods that contain one of the days, with all time.
    func containing(_ days: some Sequence<Day>) -> Set<KeptPeriod> {
        var periods: Set<KeptPeriod> = []
        for day in days {
            periods.insert(KeptPeriod(period: .all, days: nil))
            if day >= firstDay { periods.insert(KeptPeriod(period: .day(day), days: day...day)) }
            if day >= firstWeek { periods.insert(KeptPeriod(period: .week(day), days: day.week)) }
            if day >= firstMonth { periods.insert(KeptPeriod(period: .month(day), days: day.month)) }
        }
        return periods
    }

    /// Whether there is a board of the range, or, for ranges without a board of their own, of each of its days.
    /// - Parameter days: the days of the range; nil for all time.
    func keep(_ range: LeaderboardRange, _ days: ClosedRange<Day>?) -> Bool {
        guard let days else { return true }
        return switch range {
        case .today, .sevenDays, .custom: days.lowerBound >= firstDay
        case .week: days.lowerBound >= firstWeek
        case .month: days.lowerBound >= firstMonth
        case .all: true
        }
    }

    /// Periods that are no longer kept but were within the last year, so that their standings can be deleted.
    var expired: [BoardPeriod] {
        (1...400).map { BoardPeriod.day(firstDay.adding(days: -$0)) }
            + (1...60).map { BoardPeriod.week(firstWeek.adding(days: -7 * $0)) }
            + Self.months(before: firstMonth, count: 14).map(BoardPeriod.month)
    }

    private static func months(before first: Day, count: Int) -> [Day] {
        sequence(first: first) { $0.adding(days: -1).month.lowerBound }.dropFirst().prefix(count).map(\.self)
    }
}
