import Foundation
import Paceline

/// A time that a clock on the wall showed: a day and the seconds since its midnight, in no time zone.
struct LocalTime: Equatable {
    let day: Day
    /// 0 to 86,399.
    let second: Int

    /// Reads `2016-04-29 13:27:00`, also without the seconds and with a `T` between.
    init?(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
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

    /// The instant at which clocks in the time zone showed it.
    ///
    /// An hour that clocks show twice, as in autumn, is taken as its first showing. Written out because a row is
    /// read in a few microseconds and `Calendar` alone takes several times that.
    /// - Returns: nil for a time that no clock there showed: the hour that is skipped in spring.
    func instant(in timeZone: TimeZone) -> Date? {
        let asUTC = day.startInUTC.addingTimeInterval(Double(second))
        // The offset in force is the one of the day before or of the day after; an hour is skipped or repeated
        // only between the two. The larger offset is the earlier instant.
        let offsets = [-86_400.0, 86_400].map { timeZone.secondsFromGMT(for: asUTC.addingTimeInterval($0)) }
        let instants = offsets.sorted(by: >).map { ($0, asUTC.addingTimeInterval(-Double($0))) }
        return instants.first { offset, instant in timeZone.secondsFromGMT(for: instant) == offset }?.1
    }
}
