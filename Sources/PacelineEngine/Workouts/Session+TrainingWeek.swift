import Foundation
import Paceline
import PacelineDatabase

/// What the viewer trained on some days, for the page of the feed. Only workouts that count in totals are added up:
/// not duplicates, those that are held or excluded, and those that have not taken place.
public struct TrainingWeek: Sendable, Equatable {
    /// The number of workouts.
    public private(set) var workouts = 0
    /// Seconds of active time on each day with a workout.
    public private(set) var seconds: [Day: Double] = [:]
    /// Metres, in all sports.
    public private(set) var distance = 0.0
    /// Kilograms lifted.
    public private(set) var volume = 0.0
    /// The workouts that are held, and count once a moderator approves them or an edit makes them plausible. Newest
    /// first.
    public private(set) var held: [Workout.ID] = []

    /// Seconds of active time on all days.
    public var duration: Double { seconds.values.reduce(0, +) }

    fileprivate mutating func add(_ contribution: StatsContribution) {
        workouts += 1
        seconds[contribution.day, default: 0] += Double(contribution.milliseconds) / 1_000
        distance += Double(contribution.millimetres) / 1_000
        volume += Double(contribution.grams) / 1_000
    }

    fileprivate mutating func addHeld(_ workout: Workout.ID) { held.append(workout) }
}

extension Session {
    /// Adds up the viewer's workouts that started on these days, each in the time zone at its start.
    public func trainingWeek(_ days: ClosedRange<Day>) async throws -> TrainingWeek {
        try await read { transaction in
            var week = TrainingWeek()
            for workout in try transaction.connection.training(of: viewer, on: days) {
                if workout.isCounted {
                    week.add(workout.contribution)
                } else if workout.status == .held {
                    week.addHeld(workout.id)
                }
            }
            return week
        }
    }
}

/// A workout with what it adds to totals while it counts.
private struct TrainingRow {
    let id: Workout.ID
    let contribution: StatsContribution
    // Workouts that have not been settled count.
    let status: AwardStatus
    let eligibility: Eligibility

    /// See ``StoredAward/isCounted``.
    var isCounted: Bool { status == .counted && eligibility != .future }
}

extension Connection {
    /// The person's workouts on the days, newest first. A day has at most ``ExperienceLimits/workoutsPerDay``. The
    /// limit is checked on days in the current history of time zones, while `workouts.day` keeps the day at publishing.
    /// A workout can therefore count toward the limit of a neighbouring day.
    fileprivate func training(of person: Person.ID, on days: ClosedRange<Day>) throws -> [TrainingRow] {
        // The day in every time zone, which the primary key of `items` finds by time.
        let start = days.lowerBound.startInUTC.addingTimeInterval(-14 * 3_600)
        let dayCount = days.upperBound.ordinal - days.lowerBound.ordinal + 1
        return try fetch(
            """
            SELECT items.id, items.visibility, workouts.type, workouts.day, workouts.distance, workouts.volume,
                workouts.duration, workouts.started_at, workouts.ended_at,
                awards.status, awards.eligibility
            FROM items
            JOIN workouts ON workouts.id = items.id
            LEFT JOIN awards ON awards.workout = items.id
            WHERE items.owner = \(person)
                AND items.kind = 'workout'
                AND items.at >= \(start)
                AND items.at < \(days.upperBound.endEverywhere)
                AND workouts.day BETWEEN \(days.lowerBound) AND \(days.upperBound)
            ORDER BY items.at DESC, items.id DESC
            LIMIT \((dayCount + 2) * ExperienceLimits.workoutsPerDay)
            """
        ) { row in
            TrainingRow(
                id: row.next(),
                contribution: StatsContribution(
                    visibility: row.next(), type: row.next(), day: row.next(), distance: row.next(),
                    volume: row.next(), duration: row.next(), from: row.next(), to: row.next()),
                status: row.next() ?? .counted, eligibility: row.next() ?? .eligible)
        }
    }
}
