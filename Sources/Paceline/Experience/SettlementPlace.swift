import Foundation

/// Where a workout competes for XP.
///
/// Workouts that overlap each other compete on one day, also across midnight. On two days, both would earn XP for the
/// time that they share. The workouts that more people see decide where the others compete, so that all viewers agree
/// on the day, and hidden workouts make no difference.
package enum SettlementPlace: Sendable, Equatable {
    /// On this day.
    case day(Day)
    /// On no day, since the workouts that it overlaps, and its original if that takes more than a day, compete on
    /// several days, and earn XP there.
    case nowhere

    /// A workout that may earn XP.
    package struct Competitor: Sendable {
        fileprivate let recording: DuplicateRule.Recording
        fileprivate let start, end: Int64
        fileprivate let day: Day
        fileprivate let fixedDay: Day?

        /// - Parameters:
        ///   - recording: of at most 24 hours.
        ///   - day: the day of its start.
        ///   - fixedDay: the day of its original if that takes more than 24 hours. The recording then competes there, or
        ///     nowhere.
        package init(_ recording: DuplicateRule.Recording, on day: Day, fixedTo fixedDay: Day? = nil) {
            self.recording = recording
            start = recording.startedAt.milliseconds
            end = recording.endedAt.milliseconds
            self.day = day
            self.fixedDay = fixedDay
        }

        fileprivate func overlaps(_ other: Self) -> Bool { max(start, other.start) < min(end, other.end) }

        fileprivate static func isBefore(_ left: Self, _ right: Self) -> Bool {
            let (one, other) = (left.recording, right.recording)
            return (-one.visibility.rawValue, left.start, one.publishedAt.milliseconds, one.id)
                < (-other.visibility.rawValue, right.start, other.publishedAt.milliseconds, other.id)
        }
    }

    /// The place of each of one person's workouts.
    ///
    /// Workouts are placed one by one: those with the widest visibility first, then those that start first. Each
    /// competes on the day of the placed workouts that it overlaps and of its original of more than 24 hours, or else on
    /// its own day. So workouts with the same visibility that overlap each other, directly or through others, compete on
    /// one day, or nowhere. A place depends only on workouts that overlap the workout, directly or through others.
    /// - Parameter competitors: in any order.
    package static func places(of competitors: [Competitor]) -> [Workout.ID: SettlementPlace] {
        var places: [Workout.ID: SettlementPlace] = [:]
        var placed: [(competitor: Competitor, day: Day)] = []
        for competitor in competitors.sorted(by: Competitor.isBefore) {
            let overlapped = placed.lazy.filter { $0.competitor.overlaps(competitor) }.map(\.day)
            var days = Set(overlapped)
            if let fixedDay = competitor.fixedDay { days.insert(fixedDay) }
            guard let day = days.isEmpty ? competitor.day : days.only else {
                places[competitor.recording.id] = .nowhere
                continue
            }
            places[competitor.recording.id] = .day(day)
            placed.append((competitor, day))
        }
        return places
    }
}

extension Set {
    /// The element, if there is exactly one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
