import Paceline
import PacelineDatabase

extension Transaction {
    /// Settles workouts of the viewer again that an earlier version settled by other rules, if they have another status
    /// or day by the current ones, or the others of their day hold or release them. Totals and standings must be
    /// recounted afterwards, and badges narrowed.
    /// - Returns: the workouts that may earn less than before: see ``Achievements/narrow(weakened:losing:)``.
    func settleByCurrentRules() throws -> [Workout.ID: ItemVisibility] {
        let zones = try connection.timeZonesLater(of: viewer.id).get()
        let stored = try connection.awards(of: [viewer.id])
        let classification = AwardClassification(ofAll: stored, in: zones)
        let misjudged = environment.holdsAnomalies ? classification.misjudgedByDay : []
        let outdated = stored.filter {
            !$0.isClassified(like: classification.awards[$0.workout]) || misjudged.contains($0.workout)
        }
        guard !outdated.isEmpty else { return [:] }
        let changes = outdated.map { AwardChange(old: $0, new: $0, isLimited: false) }
        let outcome = try Awards(self).settle(changes, in: zones)
        _ = try Anomalies(self).record([], settled: outcome)
        for old in outdated {
            guard let new = outcome.awards[old.workout] else { continue }
            try log(
                .changedExperience, item: old.workout.uuid,
                seenBy: new.shownWorth == old.shownWorth ? ItemVisibility.private : new.visibility)
        }
        // What counts now may have earned a badge.
        try connection.send(
            """
            INSERT INTO achievement_backlog (person) VALUES (\(viewer.id))
            ON CONFLICT (person) DO NOTHING
            """)
        return outcome.weakened(settledAgain: outdated)
    }
}

extension AwardClassification {
    /// The workouts that the others of their day hold although they are stored as released, or the reverse.
    fileprivate var misjudgedByDay: Set<Workout.ID> {
        var misjudged: Set<Workout.ID> = []
        for awards in Dictionary(grouping: awards.values, by: \.day).values {
            let day = ReleasedDay(awards)
            for (stored, released) in zip(awards, day.awards) {
                let isHeld = day.holds(released, original: day.originals[released.workout])
                if stored.isHeldForDay != isHeld { misjudged.insert(stored.workout) }
            }
        }
        return misjudged
    }
}
