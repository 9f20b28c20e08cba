import Foundation

/// Finds several recordings of one workout, such as those of a watch and of a rowing machine.
///
/// Recordings are ordered by visibility, the widest first, then by length, the longest first, then by publication and
/// id. A recording is a duplicate of the first one before it that is no duplicate itself, contains more than half of
/// its time from start to end, and is at least 0.8 times as long. The widest visibility comes first so that everyone
/// who sees a duplicate also sees its original, and all viewers agree.
///
/// Recordings of more than a day are compared only with each other: an expedition of weeks would contain every workout
/// within it. Those of no time are duplicates of each other at the same instant, and of nothing else.
public enum DuplicateRule {
    /// A day, in seconds. Recordings that take longer from start to end are compared only with each other.
    public static let dayLength: TimeInterval = 86_400
    /// The longest time from start to end of a workout, in seconds.
    package static let longest: TimeInterval = WorkoutDraft.Range.duration.upperBound

    /// The values of a workout that the rule compares.
    public struct Recording: Sendable {
        /// The workout's id.
        public let id: Workout.ID
        /// When it started.
        public let startedAt: Date
        /// When it ended.
        public let endedAt: Date
        /// When it was first published.
        public let publishedAt: Date
        /// The people who can see it.
        public let visibility: ItemVisibility

        public init(
            id: Workout.ID, startedAt: Date, endedAt: Date, publishedAt: Date, visibility: ItemVisibility
        ) {
            self.id = id
            self.startedAt = startedAt
            self.endedAt = endedAt
            self.publishedAt = publishedAt
            self.visibility = visibility
        }
    }

    /// The original of each duplicate. Recordings that are not in it count.
    ///
    /// Whether a recording is a duplicate depends only on those that overlap it, directly or through others.
    /// - Parameter recordings: one person's, in any order.
    public static func originals(of recordings: [Recording]) -> [Workout.ID: Workout.ID] {
        var originals: [Workout.ID: Workout.ID] = [:]
        var counted: [Span] = []
        for span in recordings.compactMap(Span.init).sorted() {
            if let original = counted.first(where: span.isDuplicate(of:)) {
                originals[span.id] = original.id
            } else {
                counted.append(span)
            }
        }
        return originals
    }
}

/// A recording in whole milliseconds.
private struct Span: Comparable {
    let id: Workout.ID
    let start, end, publication: Int64
    let visibility: ItemVisibility

    /// Nil if it ended before it started.
    init?(_ recording: DuplicateRule.Recording) {
        id = recording.id
        start = recording.startedAt.milliseconds
        end = recording.endedAt.milliseconds
        publication = recording.publishedAt.milliseconds
        visibility = recording.visibility
        guard end >= start else { return nil }
    }

    var length: Int64 { end - start }
    private var isLongerThanADay: Bool { length > Int64(DuplicateRule.dayLength * 1_000) }

    func isDuplicate(of other: Span) -> Bool {
        if length == 0, other.length == 0 { return start == other.start }
        guard isLongerThanADay == other.isLongerThanADay else { return false }
        let overlap = min(end, other.end) - max(start, other.start)
        return overlap * 2 > length && other.length * 5 >= length * 4
    }

    static func < (left: Span, right: Span) -> Bool {
        (-left.visibility.rawValue, -left.length, left.publication, left.id)
            < (-right.visibility.rawValue, -right.length, right.publication, right.id)
    }
}
