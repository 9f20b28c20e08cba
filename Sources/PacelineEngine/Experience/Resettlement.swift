import Paceline
import PacelineDatabase

extension Transaction {
    /// Settles workouts of the viewer again that an earlier version settled by other rules, if they have another status
    /// or day by the current ones. Totals and standings must be recounted afterwards.
    func settleByCurrentRules() throws {
        let zones = try connection.timeZonesLater(of: viewer.id).get()
        let stored = try connection.awards(of: [viewer.id])
        let classification = AwardClassification(ofAll: stored, in: zones)
        let changes = stored.filter { !$0.isClassified(like: classification.awards[$0.workout]) }
            .map { AwardChange(old: $0, new: $0, isLimited: false) }
        guard !changes.isEmpty else { return }
        _ = try Awards(self).settle(changes, in: zones)
        // What counts now may have earned a badge.
        try connection.send(
            """
            INSERT INTO achievement_backlog (person) VALUES (\(viewer.id))
            ON CONFLICT (person) DO NOTHING
            """)
    }
}
