import Foundation
import Paceline

/// Formats instants and days for people.
enum HumanTime {
    /// `just now`, `5 min ago`, `2 h ago`, `3 d ago`, `in 3 d`, or the date after a week.
    static func text(for instant: Date, now: Date, in timeZone: TimeZone = .current) -> String {
        switch RelativeTime(of: instant, now: now) {
        case .now: "just now"
        case .past(let count, let unit): "\(count) \(symbol(of: unit)) ago"
        case .future(let count, let unit): "in \(count) \(symbol(of: unit))"
        case .date: date(instant, in: timeZone)
        }
    }

    /// `2026-05-03`.
    static func date(_ instant: Date, in timeZone: TimeZone = .current) -> String {
        text(of: Day(of: instant, in: timeZone))
    }

    /// `2026-05-03 17:05`.
    static func dateTime(_ instant: Date, in timeZone: TimeZone = .current) -> String {
        let time = LocalTime(of: instant, in: timeZone)
        return "\(text(of: time.day)) \(time.hourAndMinute)"
    }

    /// `17:05:33`.
    static func clock(_ instant: Date, in timeZone: TimeZone = .current) -> String {
        LocalTime(of: instant, in: timeZone).timeOfDay
    }

    private static func symbol(of unit: RelativeTime.Unit) -> String {
        switch unit {
        case .minutes: "min"
        case .hours: "h"
        case .days: "d"
        }
    }

    /// `2026-05-03`.
    static func text(of day: Day) -> String { day.dashed }
}
