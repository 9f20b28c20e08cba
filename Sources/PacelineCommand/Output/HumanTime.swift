import Foundation
import Paceline

/// Formats instants and days for people.
enum HumanTime {
    /// `just now`, `5 min ago`, `2 h ago`, `3 d ago`, or the date after 15 days.
    static func text(for instant: Date, now: Date, in timeZone: TimeZone = .current) -> String {
        let seconds = Int(now.timeIntervalSince(instant))
        return switch seconds {
        case ..<(-60): "in " + duration(-seconds)
        case ..<60: "just now"
        case ..<(15 * 86_400): duration(seconds) + " ago"
        default: date(instant, in: timeZone)
        }
    }

    /// `2026-05-03`.
    static func date(_ instant: Date, in timeZone: TimeZone = .current) -> String {
        text(of: Day(of: instant, in: timeZone))
    }

    /// `2026-05-03 17:05`.
    static func dateTime(_ instant: Date, in timeZone: TimeZone = .current) -> String {
        let local = Int(instant.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: instant)
        let minute = (local % 86_400 + 86_400) % 86_400 / 60
        return "\(date(instant, in: timeZone)) \((minute / 60).twoDigits):\((minute % 60).twoDigits)"
    }

    /// `17:05:33`.
    static func clock(_ instant: Date, in timeZone: TimeZone = .current) -> String {
        let local = Int(instant.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: instant)
        let second = (local % 86_400 + 86_400) % 86_400
        return [second / 3_600, second / 60 % 60, second % 60].map(\.twoDigits).joined(separator: ":")
    }

    private static func duration(_ seconds: Int) -> String {
        switch seconds {
        case ..<3_600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) d"
        }
    }

    /// `2026-05-03`.
    static func text(of day: Day) -> String {
        let (year, month, date) = (day.number / 10_000, day.number / 100 % 100, day.number % 100)
        return "\(year)-\(month.twoDigits)-\(date.twoDigits)"
    }
}
