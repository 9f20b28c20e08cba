import Foundation
import Paceline
import PacelineDatabase

extension PeriodicJob {
    /// Settles workouts that were published before workouts earned XP.
    static let settlingPastWorkouts = PeriodicJob("settling past workouts", pause: .seconds(600)) { engine in
        try await engine.settlePastWorkouts()
        return Outcome()
    }
}

extension Engine {
    /// How many workouts a transaction settles.
    private static let settledAtOnce = 200

    /// Settles the workouts of all people in the table `experience_backlog`, oldest first, in small transactions. The
    /// order does not matter, and publishing does not wait for it.
    /// - Throws: the first error, after it has settled the workouts of everyone else.
    func settlePastWorkouts() async throws {
        try await forEachPerson(inBacklog: "experience_backlog") { try await settlePastWorkouts(of: $0) }
    }

    private func settlePastWorkouts(of person: Person.ID) async throws {
        let now = environment.now()
        var hasMore = true
        while hasMore {
            hasMore = try await write { connection in
                try connection.lockPerson(person)
                return try Transaction(connection, of: session(for: person), now: now)
                    .settlePastWorkouts(atMost: Self.settledAtOnce)
            }
            try Task.checkCancellation()
        }
    }
}

extension Connection {
    /// The person's workouts that have not been settled, oldest first. Index: the primary key of `items`.
    fileprivate func pastWorkouts(of person: Person.ID, limit: Int) throws -> [StoredWorkout] {
        try fetch(
            """
            SELECT \(StoredWorkout.columns)
            FROM items
            JOIN people ON people.id = items.owner
            JOIN workouts ON workouts.id = items.id
            LEFT JOIN awards ON awards.workout = items.id
            WHERE items.owner = \(person) AND awards.workout IS NULL
            ORDER BY items.at, items.id
            LIMIT \(limit)
            """
        ) { StoredWorkout(&$0) }
    }
}

extension Transaction {
    /// Settles workouts of the viewer as if they were published now, except that their publication was earlier. Those
    /// at the time of a workout that a moderator has excluded meanwhile are held like copies of it.
    /// - Returns: whether there may be more.
    fileprivate func settlePastWorkouts(atMost limit: Int) throws -> Bool {
        let workouts = try connection.pastWorkouts(of: viewer.id, limit: limit)
        if workouts.count < limit {
            try connection.send("DELETE FROM experience_backlog WHERE person = \(viewer.id)")
        }
        let zones = try connection.timeZonesLater(of: viewer.id).get()
        let exclusions = try workouts.map {
            // Excluded ones have been settled.
            try connection.overlapsExclusionLater($0.workout, isExcluded: false)
        }
        let judged = try zip(workouts, exclusions).map { workout, overlapsExclusion in
            var judged = workout
            judged.overlapsExclusion = try overlapsExclusion.get()
            judged.award = StoredAward(of: workout.workout, in: zones)
            judged.award?.judge(
                workout.workout, overlapsExclusion: judged.overlapsExclusion,
                holds: environment.holdsAnomalies)
            return judged
        }
        let outcome = try Awards(self).settle(
            judged.map { AwardChange(old: nil, new: $0.award, isLimited: false) }, in: zones)
        // They counted before.
        let contributions = workouts.map { workout in
            var settled = workout
            settled.award = outcome.awards[workout.workout.id]
            return (old: workout.countedContribution, new: settled.countedContribution)
        }
        try changeTotals(contributions, outcome)
        for (id, award) in outcome.awards.sorted(by: { $0.key < $1.key })
        where award.award > 0 || award.shownWorth > 0 {
            try log(.changedExperience, item: id.uuid, seenBy: award.visibility)
        }
        _ = try Anomalies(self).record(judged.map(ItemChange.created), settled: outcome)
        return workouts.count == limit
    }
}
