import Foundation
import Paceline

/// The time of a recording, in milliseconds.
struct RecordedTime {
    let start: Int64
    let end: Int64
    /// Nil for one that has been moved or deleted.
    let workout: Workout.ID?
    let isChanged: Bool

    /// - Returns: nil if the duplicate rule ignores it.
    init?(_ award: StoredAward, isChanged: Bool = false, isPast: Bool = false) {
        guard award.takesPartInDuplicateRule else { return nil }
        start = award.startedAt.milliseconds
        end = award.endedAt.milliseconds
        workout = isPast ? nil : award.workout
        self.isChanged = isChanged
    }
}

extension AwardSettlement {
    /// The workouts that overlap a changed one, before or after its change, directly or through others; with the time
    /// in which others of up to a day that overlap these would start.
    func overlapping() -> (ids: Set<Workout.ID>, time: ClosedRange<Date>?) {
        let changed = Set(changes.compactMap(\.workout))
        let past = changes.compactMap(\.old).compactMap { RecordedTime($0, isChanged: true, isPast: true) }
        let present = after.values.compactMap { RecordedTime($0, isChanged: changed.contains($0.workout)) }
        var ids: Set<Workout.ID> = []
        var time: ClosedRange<Date>?
        for group in Self.groups(of: past + present) where group.contains(where: \.isChanged) {
            ids.formUnion(group.compactMap(\.workout))
            guard let start = group.map(\.start).min(), let end = group.map(\.end).max() else { continue }
            let earliest = Date(milliseconds: start).addingTimeInterval(-DuplicateRule.dayLength)
            let starts = earliest...Date(milliseconds: end)
            time = time?.union(starts) ?? starts
        }
        return (ids, time)
    }

    /// The intervals in groups that do not overlap each other. Those of no time at the same instant belong together.
    static func groups(of intervals: [RecordedTime]) -> [[RecordedTime]] {
        var groups: [[RecordedTime]] = []
        var end = Int64.min
        for interval in intervals.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            let isApart = interval.start > end || interval.start == end && groups.last?.last?.start != end
            if groups.isEmpty || isApart { groups.append([]) }
            groups[groups.count - 1].append(interval)
            end = max(end, interval.end)
        }
        return groups
    }
}
