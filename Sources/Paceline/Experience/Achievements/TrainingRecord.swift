import Foundation

/// A workout in a person's history, as far as badges depend on it.
package struct TrainingRecord: Sendable, Equatable {
    package let id: Workout.ID
    package var visibility: ItemVisibility
    package var startedAt: Date
    package var endedAt: Date
    package let publishedAt: Date
    /// The day of its start.
    package var day: Day
    /// The day whose XP it competes for: mostly the same, for a duplicate that of its original.
    package var awardDay: Day
    /// The hour at its start, 0 to 23, in the time zone that decides on its day.
    package var hour: Int
    package var type: WorkoutType
    package var millimetres: Int64
    package var milliseconds: Int64
    package var grams: Int64
    package var isErgTest: Bool
    package var isCompleted: Bool
    /// Whether it counts in totals. Duplicates do not, but compete for the XP of the day.
    package var isCounted: Bool
    /// What it is worth; 0 if it can earn nothing.
    package var worth: Int

    package init(
        id: Workout.ID, visibility: ItemVisibility, startedAt: Date, endedAt: Date, publishedAt: Date,
        day: Day, awardDay: Day? = nil, hour: Int, type: WorkoutType, millimetres: Int64, milliseconds: Int64,
        grams: Int64,
        isErgTest: Bool, isCompleted: Bool, isCounted: Bool, worth: Int
    ) {
        self.id = id
        self.visibility = visibility
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.publishedAt = publishedAt
        self.day = day
        self.awardDay = awardDay ?? day
        self.hour = hour
        self.type = type
        self.millimetres = millimetres
        self.milliseconds = milliseconds
        self.grams = grams
        self.isErgTest = isErgTest
        self.isCompleted = isCompleted
        self.isCounted = isCounted
        self.worth = worth
    }

    /// Earlier ends come first.
    static func isEarlier(_ left: Self, _ right: Self) -> Bool {
        (left.endedAt, left.publishedAt, left.id) < (right.endedAt, right.publishedAt, right.id)
    }

    /// Whether it is long enough to count in numbers of workouts, days and streaks.
    var isLong: Bool { milliseconds >= BoardMetric.shortestWorkout }

    /// The millimetres that count in totals: see ``BoardMetric/sportsWithDistance``.
    var countedMillimetres: Int64 { BoardMetric.sportsWithDistance.contains(type) ? millimetres : 0 }

    var candidate: SettlementCandidate {
        SettlementCandidate(
            id: id, startedAt: startedAt, endedAt: endedAt, publishedAt: publishedAt, worth: worth)
    }
}

/// What earned a badge: the workouts whose change can take it away, the last of which completes it.
package struct AchievementEvidence: Sendable, Equatable {
    package let workouts: [Workout.ID]
    /// The end of the last one.
    package let at: Date

    /// - Parameter records: not empty.
    init?(_ records: [TrainingRecord]) {
        guard let last = records.max(by: TrainingRecord.isEarlier) else { return nil }
        workouts = records.map(\.id)
        at = last.endedAt
    }
}
