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
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        guard (1900...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Day.length(ofMonth: month, year: year)
        else { return nil }
        self.number = number
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
        let near = Date(milliseconds: min(max(instant.milliseconds, -3_000_000_000_000), 300_000_000_000_000))
        let seconds = near.timeIntervalSince1970.rounded(.down) + Double(timeZone.secondsFromGMT(for: near))
        self.init(ordinal: Int((seconds / 86_400).rounded(.down)))
    }

    public var description: String { String(number) }

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

// Calendar arithmetic after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": exact for the proleptic
// Gregorian calendar, and much faster than Foundation's Calendar.
extension Day {
    /// Days since 1970-01-01.
    public var ordinal: Int {
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day a number of days after 1970-01-01, clamped to the years 1900 to 9999.
    public init(ordinal: Int) {
        let clamped = min(max(ordinal, -25_567), 2_932_896) + 719_468
        let era = clamped / 146_097
        let dayOfEra = clamped - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        number = year * 10_000 + month * 100 + dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    }

    /// The day that many days later, or earlier when negative, clamped to the years 1900 to 9999.
    public func adding(days: Int) -> Day { Day(ordinal: ordinal + Int(Int32(clamping: days))) }

    /// The day's week, Monday to Sunday.
    public var week: ClosedRange<Day> {
        // 1970-01-05 was a Monday.
        let sinceMonday = ((ordinal - 4) % 7 + 7) % 7
        let monday = adding(days: -sinceMonday)
        return monday...monday.adding(days: 6)
    }

    /// The day's month, first to last day.
    public var month: ClosedRange<Day> {
        let first = adding(days: 1 - number % 100)
        return first...first.adding(days: Day.length(ofMonth: number / 100 % 100, year: number / 10_000) - 1)
    }

    /// The same date that many years later; 29 February becomes 1 March in a common year.
    public func adding(years: Int) -> Day {
        let (year, month, day) = (number / 10_000 + years, number / 100 % 100, number % 100)
        return Day(number: year * 10_000 + month * 100 + day) ?? Day(number: year * 10_000 + 301) ?? self
    }

    /// Midnight UTC at the start of the day.
    public var startInUTC: Date { Date(timeIntervalSince1970: Double(ordinal) * 86_400) }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension Day {
    /// When the day has ended in every time zone: noon UTC on the next day.
    public var endEverywhere: Date { startInUTC.addingTimeInterval(36 * 3_600) }

    /// The latest current day in any time zone: up to 14 hours ahead of UTC.
    public static func latest(at instant: Date) -> Day {
        Day(of: instant.addingTimeInterval(14 * 3_600), in: .gmt)
    }
}
