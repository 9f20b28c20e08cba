import Foundation

/// A wall-clock time: a day and the seconds since midnight, in no particular time zone.
///
/// ```swift
/// let time = LocalTime("2026-05-03T17:05")
/// let startedAt = time?.instant(in: .current)
/// ```
public struct LocalTime: Sendable, Equatable, LosslessStringConvertible {
    /// The calendar day.
    public let day: Day
    /// Seconds since midnight: 0 to 86,399.
    public let second: Int

    /// Parses `2016-04-29 13:27:00`; the seconds are optional, and a `T` may replace the space.
    public init?(_ description: String) {
        let parts = description.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
        guard parts.count == 2, parts[0].utf8.count == 10, let day = Day(String(parts[0])) else { return nil }
        var clock: [Int] = []
        for part in parts[1].split(separator: ":", omittingEmptySubsequences: false) {
            guard part.utf8.count == 2, part.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(part)
            else { return nil }
            clock.append(number)
        }
        if clock.count == 2 { clock.append(0) }
        guard clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] < 60 else { return nil }
        self.day = day
        second = clock[0] * 3_600 + clock[1] * 60 + clock[2]
    }

    fileprivate init(midnightOf day: Day) {
        self.day = day
        second = 0
    }

    /// The wall-clock time of an instant in a time zone, to the second.
    public init(of instant: Date, in timeZone: TimeZone) {
        let seconds =
            instant.timeIntervalSince1970.rounded(.down) + Double(timeZone.secondsFromGMT(for: instant))
        day = Day(of: instant, in: timeZone)
        let remainder = seconds.truncatingRemainder(dividingBy: 86_400)
        second = Int(remainder < 0 ? remainder + 86_400 : remainder)
    }

    /// `2016-04-29T13:27`, with seconds unless they are zero: the format of HTML forms.
    public var description: String {
        day.dashed + "T" + (second % 60 == 0 ? hourAndMinute : timeOfDay)
    }

    /// `17:05`.
    package var hourAndMinute: String { "\((second / 3_600).twoDigits):\((second / 60 % 60).twoDigits)" }

    /// `17:05:33`.
    package var timeOfDay: String { "\(hourAndMinute):\((second % 60).twoDigits)" }

    /// The instant of this time in a time zone.
    ///
    /// When clocks go back and show an hour twice, the first of the two counts.
    /// - Returns: nil for times that do not exist there because clocks went forward.
    public func instant(in timeZone: TimeZone) -> Date? {
        candidates(in: timeZone).first { offset, instant in
            timeZone.secondsFromGMT(for: instant) == offset
        }?.instant
    }

    /// The instants of this time at the offsets of the day before and the day after, earlier first.
    ///
    /// One of these offsets applies, since they differ only if clocks change in between. `Calendar` would take several
    /// times as long as parsing the rest of an imported row.
    fileprivate func candidates(in timeZone: TimeZone) -> [(offset: Int, instant: Date)] {
        let asUTC = day.startInUTC.addingTimeInterval(Double(second))
        let offsets = [-86_400.0, 86_400].map { timeZone.secondsFromGMT(for: asUTC.addingTimeInterval($0)) }
        return offsets.sorted(by: >).map { ($0, asUTC.addingTimeInterval(-Double($0))) }
    }
}

extension Day {
    /// The start of the day in a time zone; where clocks skip midnight, the instant at which they do.
    public func start(in timeZone: TimeZone) -> Date {
        let midnight = LocalTime(midnightOf: self)
        return midnight.instant(in: timeZone) ?? midnight.candidates(in: timeZone).last?.instant ?? startInUTC
    }
}

extension Date {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded: the precision that Paceline stores. Clamped to 64 bits.
    package var milliseconds: Int64 {
        let rounded = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: rounded) ?? (rounded > 0 ? .max : .min)
    }

    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The instant rounded to whole milliseconds.
    package var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }

    /// The time of a change, in whole milliseconds and later than the change before, so that their versions differ.
    package func roundedToMilliseconds(after previous: Date) -> Date {
        Date(milliseconds: max(milliseconds, previous.milliseconds + 1))
    }
}

extension Int {
    /// At least two digits, as in dates and times: `05` for 5.
    package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
