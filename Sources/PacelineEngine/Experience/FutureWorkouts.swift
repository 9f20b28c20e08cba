import Paceline
import PacelineDatabase

extension Transaction {
    /// Settles again what overlaps the viewer's future workouts: recordings that were settled before schema step 36 may
    /// be duplicates of them. Totals and standings must be recounted afterwards.
    func settleAmongFutureWorkouts() throws {
        let changes = try connection.futureAwards(of: viewer.id).map { award in
            // Before, it took part in the rule of duplicates.
            var before = award
            before.eligibility = .eligible
            return AwardChange(old: before, new: award, isLimited: false)
        }
        let outcome = try Awards(self).settle(changes)
        guard !outcome.changedCounting.isEmpty else { return }
        // What counts now may have earned a badge.
        try connection.send(
            """
            INSERT INTO achievement_backlog (person) VALUES (\(viewer.id))
            ON CONFLICT (person) DO NOTHING
            """)
    }
}

extension Connection {
    /// Index: the primary key of `awards`.
    fileprivate func futureAwards(of owner: Person.ID) throws -> [StoredAward] {
        try fetch(
            """
            SELECT \(StoredAward.columns)
            FROM awards
            WHERE awards.owner = \(owner) AND awards.eligibility = \(Eligibility.future)
            ORDER BY awards.day, awards.workout
            """
        ) { StoredAward(&$0) }
    }
}
