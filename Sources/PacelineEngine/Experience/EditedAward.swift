import Foundation
import Paceline

extension StoredAward {
    /// The award after an edit of its workout, not settled yet. It keeps its policy.
    ///
    /// After the publication period, an edit can only lower its worth. It does not move the award by some minutes; one
    /// that moves it further makes it late. So does a move to a time that has become too old to be published, and any
    /// move once the period has passed since the first publication: otherwise, people could publish placeholders, move
    /// them ahead every two weeks, and decide later what they were. The time of a late or future one follows every
    /// edit: it earns nothing.
    ///
    /// Only an edit that changes the workout's time can move the award: the two times may differ already. Such an edit
    /// is compared with the award's own time, so that many small moves do not add up to a large one.
    /// - Parameter zones: the owner's. The one at the new start decides on the day.
    func edited(
        from old: Workout, to workout: Workout, in zones: TimeZoneHistory, at now: Date
    ) -> StoredAward {
        let effort = ExperiencePolicy.Effort(workout)
        let worth = (ExperiencePolicy.numbered(policy) ?? .current).worth(of: effort)
        var edited = self
        edited.type = effort.type
        edited.millimetres = effort.millimetres
        edited.milliseconds = effort.milliseconds
        edited.grams = effort.grams
        edited.centibeats = effort.centibeats
        edited.visibility = workout.visibility
        let earns = eligibility == .eligible || eligibility == .incomplete
        let hasMoved = (old.startedAt, old.endedAt) != (workout.startedAt, workout.endedAt)
        // By both ends: the workout may have been moved within the time of its award.
        let allowsRaise =
            ExperienceLimits.allowsRaise(endedAt: endedAt, editedAt: now)
            && (!earns || ExperienceLimits.allowsRaise(endedAt: workout.endedAt, editedAt: now))
        let allowsMove = allowsRaise && ExperienceLimits.allowsMove(publishedAt: publishedAt, editedAt: now)
        edited.worth = allowsRaise ? worth : min(self.worth, worth)
        let isMovedAway =
            hasMoved
            && !ExperienceLimits.keepsTime(
                from: startedAt, to: endedAt, movedTo: workout.startedAt, workout.endedAt)
        if allowsMove || !earns || isMovedAway {
            edited.startedAt = workout.startedAt
            edited.endedAt = workout.endedAt
        }
        if edited.startedAt != startedAt { edited.zone = zones.zone(at: edited.startedAt) }
        let before = !allowsMove && earns && isMovedAway ? .late : eligibility
        edited.eligibility = before.edited(
            endedAt: edited.endedAt, publishedAt: publishedAt, editedAt: now,
            isCompleted: workout.isCompleted)
        return edited
    }
}
