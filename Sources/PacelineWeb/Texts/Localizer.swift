import Foundation
import Paceline

/// Formats texts, dates and times in the language and time zone of a user.
struct Localizer: Sendable {
    let texts: Texts
    let games: GameCatalogue
    let now: Date
    let timeZone: TimeZone
    /// The permitted lengths of usernames.
    let usernameLengths: ClosedRange<Int>

    var today: Day { Day(of: now, in: timeZone) }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { texts(key, values) }

    /// `3 comments`.
    func count(_ key: String, _ number: Int, _ values: [String: String] = [:]) -> String {
        texts.count(key, number, shown: Measure.grouped(number), values)
    }

    /// `just now`, `5 min ago`, `2 h ago`, `3 d ago`, or the date after a week.
    func ago(_ instant: Date) -> String {
        switch RelativeTime(of: instant, now: now) {
        // The clock of another server may be ahead.
        case .now, .future: texts("time.now").unbroken
        case .past(let count, .minutes): texts("time.minutes", ["count": "\(count)"]).unbroken
        case .past(let count, .hours): texts("time.hours", ["count": "\(count)"]).unbroken
        case .past(let count, .days): texts("time.days", ["count": "\(count)"]).unbroken
        case .date: date(Day(of: instant, in: timeZone))
        }
    }

    /// `21 Nov`, with the year if it isn't the current year.
    func date(_ day: Day) -> String {
        let text = texts(
            "date.dayAndMonth", ["day": "\(day.dayOfMonth)", "month": month(day)])
        guard day.year != today.year else { return text.unbroken }
        return texts("date.withYear", ["date": text, "year": "\(day.year)"]).unbroken
    }

    /// `21 Nov 2026, 17:05`.
    func moment(_ instant: Date) -> String {
        let time = LocalTime(of: instant, in: timeZone)
        return texts(
            "date.moment",
            [
                "day": "\(time.day.dayOfMonth)", "month": month(time.day), "year": "\(time.day.year)",
                "time": time.hourAndMinute,
            ])
    }

    /// The values of a `<time>` element.
    func time(_ instant: Date) -> View {
        ["ago": .text(ago(instant)), "moment": .text(moment(instant)), "machine": .text(Self.iso(instant))]
    }

    /// `2026-11-21T16:05:00Z`.
    private static func iso(_ instant: Date) -> String { instant.formatted(.iso8601) }

    private func month(_ day: Day) -> String { texts("date.months.\(day.monthOfYear)") }
}

extension Day {
    /// 1 for Monday to 7 for Sunday, as in the keys of texts.
    var weekdayFromMonday: Int { ordinal - week.lowerBound.ordinal + 1 }
}
