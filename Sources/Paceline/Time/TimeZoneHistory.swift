import Foundation

/// The time zones of a person, one after the other. They decide on which day a workout took place.
///
/// A change of the zone takes effect when a whole day of the present one has passed, so that no day is cut, and one that
/// has begun stays what it is. The zone in force at the start of a workout decides, no matter when it is published.
package struct TimeZoneHistory: Sendable {
    /// A time zone, and when it begins to apply.
    package struct Change: Sendable, Equatable {
        /// The first change of a history is the zone of all time before the second one; its instant is ignored.
        package let at: Date
        /// The zone's identifier.
        package let zone: String

        package init(at: Date, zone: String) {
            self.at = at
            self.zone = zone
        }
    }

    /// In order; empty if the zone has never changed.
    package let changes: [Change]
    /// Never empty.
    private let periods: [Period]

    /// - Parameters:
    ///   - zone: the identifier of the present zone, which always applied if there are no changes.
    ///   - changes: in order.
    package init(_ zone: String, changes: [Change] = []) {
        self.changes = changes
        let first = changes.first?.zone ?? zone
        periods = changes.dropFirst().reduce(into: [Period(zone: first)]) { periods, change in
            periods.append(Period(change, after: periods[periods.count - 1]))
        }
    }

    /// The history of a person who has always lived by Greenwich Mean Time.
    package static let gmt = TimeZoneHistory("GMT")
}

extension TimeZoneHistory {
    /// The identifier of the zone in force.
    package func zone(at instant: Date) -> String { period(at: instant).identifier }

    /// The day of the calendar. Later instants never have earlier days, also where a change goes back by more than a
    /// day, across the date line.
    package func day(of instant: Date) -> Day { period(at: instant).day(of: instant) }

    /// The day whose limits of XP apply: the rest of a day that had already begun in the new zone when a change took
    /// effect belongs to the day before. So each of these days takes at least as long as a day of the calendar, and
    /// changes of the zone yield no more of them.
    package func awardDay(of instant: Date) -> Day { period(at: instant).awardDay(of: instant) }

    /// The ``awardDay(of:)`` of a workout that was published in a zone. If that is not the one in force at its start,
    /// the workout is older than the recorded changes, and keeps its day.
    package func awardDay(of start: Date, publishedIn zone: String) -> Day {
        let period = period(at: start)
        guard period.identifier != zone else { return period.awardDay(of: start) }
        return Day(of: start, in: TimeZone(identifier: zone) ?? .gmt)
    }

    /// The changes after the person has chosen a zone. One that has not taken effect yet is replaced.
    /// - Returns: no changes if the zone is the only one so far.
    package func changes(to zone: String, at now: Date) -> [Change] {
        let present = period(at: now)
        let first = changes.first ?? Change(at: Self.beginning, zone: present.identifier)
        var changed = [first] + changes.dropFirst().filter { $0.at <= now }
        if Period(zone: zone).identifier != present.identifier {
            changed.append(Change(at: present.end(after: now), zone: zone))
        }
        return changed.count > 1 ? changed : []
    }

    private static let beginning = Date(timeIntervalSince1970: 0)

    private func period(at instant: Date) -> Period {
        // Mostly the last.
        periods.last { $0.start <= instant } ?? periods[0]
    }
}

/// The time in which a zone is in force.
private struct Period: Sendable {
    let start: Date
    let identifier: String
    private let zone: TimeZone
    /// The first day, and whether it is the rest of one that had begun before, in this zone or in the one before.
    private let firstDay: Day?
    private let isFirstDayPartial: Bool
    /// The day to which the rest of a first day that had begun belongs.
    private let awardDayBefore: Day?

    /// The first period of a history.
    init(zone name: String) {
        (zone, identifier) = Self.zone(named: name)
        start = .distantPast
        (firstDay, isFirstDayPartial, awardDayBefore) = (nil, false, nil)
    }

    init(_ change: TimeZoneHistory.Change, after previous: Period) {
        (zone, identifier) = Self.zone(named: change.zone)
        start = change.at
        let before = change.at.addingTimeInterval(-0.001)
        let last = previous.day(of: before)
        let first = max(Day(of: change.at, in: zone), last)
        firstDay = first
        isFirstDayPartial = first == last || first.start(in: zone) < change.at
        awardDayBefore = previous.awardDay(of: before)
    }

    private static func zone(named name: String) -> (zone: TimeZone, identifier: String) {
        // UTC stands for a zone that is not known.
        let zone = name == "UTC" ? .gmt : TimeZone(identifier: name) ?? .gmt
        return (zone, zone.identifier)
    }

    func day(of instant: Date) -> Day {
        let day = Day(of: instant, in: zone)
        return firstDay.map { max($0, day) } ?? day
    }

    func awardDay(of instant: Date) -> Day {
        let day = day(of: instant)
        guard isFirstDayPartial, day == firstDay, let awardDayBefore else { return day }
        return awardDayBefore
    }

    /// When the next change can take effect: at the end of the day, or of the next one if the day is not whole.
    func end(after now: Date) -> Date {
        let day = day(of: now)
        let isPartial = isFirstDayPartial && day == firstDay
        return day.adding(days: isPartial ? 2 : 1).start(in: zone)
    }
}
