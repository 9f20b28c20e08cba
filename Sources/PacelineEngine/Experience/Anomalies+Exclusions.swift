import Foundation
import Paceline
import PacelineDatabase

/// What a moderator's decision does to the other workouts of the owner. A copy that was published before the exclusion
/// would otherwise undo it, and a hold would outlast the exclusion that led to it.
extension Anomalies {
    /// The viewer's other workouts that are to be held, listed or released after an exclusion was added or lifted, not
    /// settled yet. What moderators have decided stays so.
    /// - Parameter isExcluded: whether the workout is excluded now, and not approved.
    func othersAffected(
        byDecisionAbout workout: Workout, isExcluded: Bool
    ) throws -> [ItemChange<StoredWorkout>] {
        let ids =
            try isExcluded
            ? connection.undecidedWorkouts(overlapping: workout)
            : connection.workoutsHeldForExclusions(of: viewer.id)
        var changes: [ItemChange<StoredWorkout>] = []
        for id in ids where id != workout.id {
            guard let old = try connection.workout(id), let award = old.award,
                environment.holdsAnomalies || award.status != .held
            else { continue }
            var new = old
            new.overlapsExclusion = try connection.overlapsExclusionLater(
                old.workout, isExcluded: award.status == .excluded
            ).get()
            new.award?.judge(
                old.workout, overlapsExclusion: new.overlapsExclusion, holds: environment.holdsAnomalies)
            let wasKnown = old.anomaly?.limits.contains(.excludedBefore) ?? false
            guard new.award != award || new.overlapsExclusion != wasKnown else { continue }
            changes.append(.replaced(old, by: new))
        }
        return changes
    }

    /// Judges the other workouts after they were settled, and logs what has changed.
    func judgeAgain(_ changes: [ItemChange<StoredWorkout>], settled outcome: AwardOutcome) throws {
        for change in changes {
            guard let new = change.new, let award = outcome.awards[new.workout.id] ?? new.award else {
                continue
            }
            _ = try judge(new, award, replacing: change.old?.anomaly, settled: outcome)
            try transaction.log(
                .changedExperience, item: new.workout.id.uuid,
                seenBy: award == change.old?.award ? ItemVisibility.private : new.workout.visibility)
        }
    }
}

extension ItemChange<StoredWorkout> {
    var awardByDecision: AwardChange { AwardChange(old: old?.award, new: new?.award, isLimited: false) }

    /// How what the workout contributes to totals changes.
    func contribution(settled outcome: AwardOutcome) -> ContributionChange {
        var settled = new
        if let id = new?.workout.id, let award = outcome.awards[id] { settled?.award = award }
        return (old: old?.countedContribution, new: settled?.countedContribution)
    }
}

extension Connection {
    /// The owner's other workouts that take place at the same time and that no moderator has decided about, by id.
    /// Index: `awards_by_start`, since an award's time contains that of its workout, apart from some minutes.
    fileprivate func undecidedWorkouts(overlapping workout: Workout) throws -> [Workout.ID] {
        let tolerance = ExperienceLimits.clockDifference
        let earliest = workout.startedAt.addingTimeInterval(-DuplicateRule.longest - tolerance)
        let latest = workout.endedAt.addingTimeInterval(tolerance)
        return try fetch(
            """
            SELECT awards.workout
            FROM awards
            JOIN workouts ON workouts.id = awards.workout
            LEFT JOIN anomalies ON anomalies.workout = awards.workout
            WHERE awards.owner = \(workout.owner) AND awards.workout <> \(workout.id)
                AND awards.started_at BETWEEN \(earliest) AND \(latest)
                AND (workouts.started_at < \(workout.endedAt) AND workouts.ended_at > \(workout.startedAt)
                    OR workouts.started_at = \(workout.startedAt))
                AND (anomalies.state IS NULL
                    OR anomalies.state IN (\(AnomalyState.listed), \(AnomalyState.late), \(AnomalyState.held)))
            ORDER BY awards.workout
            """
        ) { $0[0] as Workout.ID }
    }

    /// The person's workouts that are held or listed because they take place at the time of an excluded one, in the
    /// order of their ids.
    fileprivate func workoutsHeldForExclusions(of person: Person.ID) throws -> [Workout.ID] {
        try fetch(
            """
            SELECT awards.workout, anomalies.limits
            FROM awards
            JOIN anomalies ON anomalies.workout = awards.workout
            WHERE awards.owner = \(person)
                AND anomalies.state IN (\(AnomalyState.listed), \(AnomalyState.late), \(AnomalyState.held))
            ORDER BY awards.workout
            """
        ) { (id: $0[0] as Workout.ID, limits: [PlausibilityLimit](mask: $0[1] as Int64)) }
        .filter { $0.limits.contains(.excludedBefore) }
        .map(\.id)
    }
}
