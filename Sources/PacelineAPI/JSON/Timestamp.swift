import Foundation
import Paceline

/// Instants as RFC 3339 has them, in UTC with milliseconds: `2026-11-21T06:27:33.125Z`.
///
/// Written out over bytes: a feed page holds sixty of them, and formatters take longer than all the rest of it.
public enum Timestamp {
    /// The instants that four digits of a year can name.
    static let milliseconds = Int64(-62_135_596_800_000)...253_402_300_799_999

    public static func text(of date: Date) -> String {
        String(unsafeUninitializedCapacity: length) { buffer in
            write(date, to: buffer)
            return length
        }
    }

    static let length = 24

    /// Writes the 24 bytes of the instant, rounded to milliseconds and clamped to the years 1 to 9999.
    static func write(_ date: Date, to buffer: UnsafeMutableBufferPointer<UInt8>) {
        let exact = (date.timeIntervalSince1970 * 1_000).rounded()
        let clamped = min(max(exact, Double(milliseconds.lowerBound)), Double(milliseconds.upperBound))
        let total = Int64(clamped.isNaN ? 0 : clamped)
        let day = Int((Double(total) / 86_400_000).rounded(.down))
        let time = Int(total - Int64(day) * 86_400_000)
        let (year, month, dayOfMonth) = civil(day)
        write(year, digits: 4, to: buffer, at: 0)
        write(month, digits: 2, to: buffer, at: 5)
        write(dayOfMonth, digits: 2, to: buffer, at: 8)
        write(time / 3_600_000, digits: 2, to: buffer, at: 11)
        write(time / 60_000 % 60, digits: 2, to: buffer, at: 14)
        write(time / 1_000 % 60, digits: 2, to: buffer, at: 17)
        write(time % 1_000, digits: 3, to: buffer, at: 20)
        for (place, mark) in marks { buffer[place] = mark }
    }

    private static let marks: [(Int, UInt8)] = zip([4, 7, 10, 13, 16, 19, 23], "--T::.Z".utf8).map {
        ($0, $1)
    }

    private static func write(
        _ number: Int, digits: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
    ) {
        var rest = number
        for place in stride(from: start + digits - 1, through: start, by: -1) {
            buffer[place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Year, month and day of a number of days since 1970-01-01, in the proleptic Gregorian calendar.
    private static func civil(_ ordinal: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = ordinal + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1
        )
    }
}
