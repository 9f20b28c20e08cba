import Foundation

/// A calendar day in no particular time zone, from 1900 to 9999.
///
/// ```swift
/// let today = Day(of: .now, in: .current)
/// let lastWeek = today.adding(days: -7).week
/// ```
public struct Day: Hashable, Sendable, Comparable, LosslessStringConvertible {
    /// The day as `yyyyMMdd`: 20261121.
    public let number: Int

    /// Creates a day from its number.
    /// - Returns: nil when the number is not a day of the Gregorian calendar between 1900 and 9999.
    public init?(number: Int) {
        self.number = number
        guard (1900...9999).contains(date.year), (1...12).contains(date.month), date.day >= 1,
            date.day <= CivilDate.length(ofMonth: date.month, year: date.year)
        else { return nil }
    }

    /// Parses `20261121` and `2026-11-21`.
    public init?(_ description: String) {
        let digits = description.utf8.filter { $0 != UInt8(ascii: "-") }
        let isPlain = description.utf8.count == 8 && digits.count == 8
        let isDashed =
            description.utf8.count == 10 && digits.count == 8 && description.dropFirst(4).first == "-"
            && description.dropFirst(7).first == "-"
        guard isPlain || isDashed, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(number: digits.reduce(0) { $0 * 10 + Int($1 - 48) })
    }

    /// The day of an instant in a time zone, clamped to the years 1900 to 9999.
    public init(of instant: Date, in timeZone: TimeZone) {
        // Beyond both ends of the range, yet small enough for whole seconds to be exact.
        let exact: ClosedRange<Int64> = -3_000_000_000_000...300_000_000_000_000
        let near = Date(milliseconds: min(max(instant.milliseconds, exact.lowerBound), exact.upperBound))
        let seconds = near.timeIntervalSince1970.rounded(.down) + Double(timeZone.secondsFromGMT(for: near))
        self.init(ordinal: Int((seconds / 86_400).rounded(.down)))
    }

    public var description: String { String(number) }

    /// The day as people and HTML forms write it: `2026-05-03`.
    package var dashed: String {
        [year, monthOfYear, dayOfMonth].map(\.twoDigits).joined(separator: "-")
    }

    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

extension Day: Codable {
    /// Accepts the number and both text forms.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let day: Day?
        if let number = try? container.decode(Int.self) {
            day = Day(number: number)
        } else {
            day = Day(try container.decode(String.self))
        }
        guard let day else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day as yyyyMMdd")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

extension Day {
    /// The year, 1900 to 9999.
    public var year: Int { number / 10_000 }
    /// The month, 1 to 12.
    public var monthOfYear: Int { number / 100 % 100 }
    /// The day of the month, 1 to 31.
    public var dayOfMonth: Int { number % 100 }

    private var date: CivilDate { CivilDate(year: year, month: monthOfYear, day: dayOfMonth) }

    /// Days since 1970-01-01.
    public var ordinal: Int { date.daysSince1970 }

    /// The day a number of days after 1970-01-01, clamped to the years 1900 to 9999.
    public init(ordinal: Int) {
        let date = CivilDate(daysSince1970: min(max(ordinal, -25_567), 2_932_896))
        number = date.year * 10_000 + date.month * 100 + date.day
    }

    /// The day that many days later, or earlier when negative, clamped to the years 1900 to 9999.
    public func adding(days: Int) -> Day {
        Day(ordinal: ordinal + min(max(days, -Self.maxDays), Self.maxDays))
    }

    /// More than there are days from 1900 to 9999.
    private static let maxDays = 3_000_000

    /// The day's week, Monday to Sunday.
    public var week: ClosedRange<Day> {
        // 1970-01-05 was a Monday.
        let sinceMonday = ((ordinal - 4) % 7 + 7) % 7
        let monday = adding(days: -sinceMonday)
        return monday...monday.adding(days: 6)
    }

    /// The day's month, first to last day.
    public var month: ClosedRange<Day> {
        let first = adding(days: 1 - date.day)
        return first...first.adding(days: CivilDate.length(ofMonth: date.month, year: date.year) - 1)
    }

    /// The same date that many years later; 29 February becomes 1 March in a common year.
    public func adding(years: Int) -> Day {
        let year = year + min(max(years, -10_000), 10_000)
        return Day(number: year * 10_000 + number % 10_000) ?? Day(number: year * 10_000 + 301) ?? self
    }

    /// Midnight UTC at the start of the day.
    public var startInUTC: Date { Date(timeIntervalSince1970: Double(ordinal) * 86_400) }
}

extension Day {
    /// When the day has ended in every time zone: noon UTC on the next day.
    public var endEverywhere: Date { startInUTC.addingTimeInterval(36 * 3_600) }

    /// The latest current day in any time zone: up to 14 hours ahead of UTC.
    public static func latest(at instant: Date) -> Day {
        Day(of: instant.addingTimeInterval(14 * 3_600), in: .gmt)
    }
}
