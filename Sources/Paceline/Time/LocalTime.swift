import Foundation

/// A time that a clock on the wall showed: a day and the seconds since its midnight, in no time zone.
public struct LocalTime: Sendable, Equatable, LosslessStringConvertible {
    public let day: Day
    /// Seconds since midnight: 0 to 86,399.
    public let second: Int

    /// Reads `2016-04-29 13:27:00`, also without the seconds and with a `T` between.
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

    /// What clocks in the time zone show at an instant, to the second.
    public init(of instant: Date, in timeZone: TimeZone) {
        let seconds =
            Int(instant.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: instant)
        day = Day(of: instant, in: timeZone)
        second = (seconds % 86_400 + 86_400) % 86_400
    }

    /// `2016-04-29T13:27`, and the seconds where there are any: as forms in browsers have it.
    public var description: String {
        let date = [day.number / 10_000, day.number / 100 % 100, day.number % 100]
        let clock = [second / 3_600, second / 60 % 60] + (second % 60 == 0 ? [] : [second % 60])
        return date.map(Self.twoDigits).joined(separator: "-") + "T"
            + clock.map(Self.twoDigits).joined(separator: ":")
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The instant at which clocks in the time zone showed it.
    ///
    /// An hour that clocks show twice, as in autumn, is taken as its first showing. Written out because a row is
    /// read in a few microseconds and `Calendar` alone takes several times that.
    /// - Returns: nil for a time that no clock there showed: the hour that is skipped in spring.
    public func instant(in timeZone: TimeZone) -> Date? {
        candidates(in: timeZone).first { offset, instant in
            timeZone.secondsFromGMT(for: instant) == offset
        }?.instant
    }

    /// When clocks with either of the offsets that may be in force show it, the earlier instant first.
    ///
    /// The offset in force is the one of the day before or of the day after; an hour is skipped or repeated only between
    /// the two. The larger offset is the earlier instant.
    fileprivate func candidates(in timeZone: TimeZone) -> [(offset: Int, instant: Date)] {
        let asUTC = day.startInUTC.addingTimeInterval(Double(second))
        let offsets = [-86_400.0, 86_400].map { timeZone.secondsFromGMT(for: asUTC.addingTimeInterval($0)) }
        return offsets.sorted(by: >).map { ($0, asUTC.addingTimeInterval(-Double($0))) }
    }
}

extension Day {
    /// The instant at which the day begins for somebody in the time zone; where clocks skip its midnight, the instant at
    /// which they do.
    public func start(in timeZone: TimeZone) -> Date {
        let midnight = LocalTime(midnightOf: self)
        return midnight.instant(in: timeZone) ?? midnight.candidates(in: timeZone).last?.instant ?? startInUTC
    }
}

extension Date {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded: the precision that Paceline keeps.
    ///
    /// An instant too far away for 64 bits is the furthest that they hold.
    public var milliseconds: Int64 {
        let rounded = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: rounded) ?? (rounded > 0 ? .max : .min)
    }

    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The same instant without what is finer than a millisecond.
    public var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }
}
