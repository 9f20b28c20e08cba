import Foundation
import Paceline

/// A change of a workout that affects awards.
struct AwardChange {
    /// The award before the change; nil if the workout was not published or not settled.
    let old: StoredAward?
    /// The award after the change, not settled yet; nil if the workout was deleted.
    let new: StoredAward?
    /// Whether the limits of workouts on a day and of overlaps apply: to new and moved workouts only, to future ones
    /// that now take place, and to held ones that an edit releases, so that all others can always be edited and
    /// deleted. Moderators' decisions have no limits.
    let isLimited: Bool

    var workout: Workout.ID? { (new ?? old)?.workout }
    var starts: [Date] { [old, new].compactMap { $0?.startedAt } }
    fileprivate var ends: [Date] { [old, new].compactMap { $0?.endedAt } }
}

extension AwardChange {
    /// - Returns: nil if no award depends on the change.
    init?(_ change: ItemChange<StoredWorkout>) {
        let (old, new) = (change.old?.award, change.new?.award)
        guard old != new else { return nil }
        let hasMoved =
            switch change {
            case .created: true
            case .replaced(let old, let new):
                (old.workout.startedAt, old.workout.endedAt) != (new.workout.startedAt, new.workout.endedAt)
            case .deleted: false
            }
        // A future or held one overlaps none until then.
        let takesPart = old?.takesPartInDuplicateRule == false && new?.takesPartInDuplicateRule == true
        self.init(old: old, new: new, isLimited: hasMoved || takesPart)
    }
}

extension [AwardChange] {
    /// The changes in groups that are far apart in time. Each group is settled by itself, so that the workouts between
    /// them are not read.
    var groupedByTime: [[AwardChange]] {
        let sorted = compactMap { change in change.starts.min().map { (start: $0, change: change) } }
            .sorted { $0.start < $1.start }
        var groups: [[AwardChange]] = []
        var end = Date.distantPast
        for (start, change) in sorted {
            if groups.isEmpty || start.timeIntervalSince(end) > 2 * AwardSettlement.margin {
                groups.append([])
            }
            groups[groups.count - 1].append(change)
            end = Swift.max(end, change.ends.max() ?? end)
        }
        return groups
    }
}
