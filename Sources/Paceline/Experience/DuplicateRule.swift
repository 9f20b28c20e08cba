import Foundation

/// Finds duplicate recordings of a workout, such as those of a watch and of a rowing machine.
///
/// Recordings are ordered by visibility, the widest first, then by length, the longest first, then by publication and
/// id. A recording is a duplicate if the counted recordings before it cover, taken together, more than half of its time
/// from start to end. So the lengths of counted recordings add up to less than twice the time that they cover, however
/// a workout is cut into pieces. The widest visibility comes first so that everyone who sees a duplicate also sees its
/// originals, and all viewers agree.
///
/// A recording of more than a day covers only as much time as it was active, anywhere between its start and end:
/// otherwise every workout during an expedition of weeks would be its duplicate. It comes after the shorter ones of its
/// visibility, and is a duplicate if those within it cover more than half of its active time. Recordings of narrower
/// visibility within it are its duplicates until they have used up its active time.
///
/// A recording whose start is its end is a duplicate only of others at the same instant.
public enum DuplicateRule {
    /// A day, in seconds. Recordings that take longer from start to end count their active time only.
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
        /// The active time in seconds; nil for the time from start to end.
        public let duration: TimeInterval?
        /// When it was first published.
        public let publishedAt: Date
        /// The people who can see it.
        public let visibility: ItemVisibility

        public init(
            id: Workout.ID, startedAt: Date, endedAt: Date, duration: TimeInterval? = nil, publishedAt: Date,
            visibility: ItemVisibility
        ) {
            self.id = id
            self.startedAt = startedAt
            self.endedAt = endedAt
            self.duration = duration
            self.publishedAt = publishedAt
            self.visibility = visibility
        }
    }

    /// The original of each duplicate: the counted recording with which it shares the most time. Recordings that are
    /// not in the result count.
    ///
    /// Whether a recording is a duplicate depends only on those that overlap it, directly or through others.
    /// - Parameter recordings: one person's, in any order.
    public static func originals(of recordings: [Recording]) -> [Workout.ID: Workout.ID] {
        var originals: [Workout.ID: Workout.ID] = [:]
        var counted = CountedTime()
        for span in recordings.compactMap(Span.init).sorted() {
            if let original = counted.original(of: span) {
                originals[span.id] = original
            } else {
                counted.add(span)
            }
        }
        return originals
    }

    /// The original of each duplicate among some of the recordings that count, such as those of one day.
    package static func originals(
        of duplicates: [Recording], among counted: [Recording]
    ) -> [Workout.ID: Workout.ID] {
        let counted = counted.compactMap(Span.init).sorted()
        return duplicates.compactMap(Span.init).reduce(into: [:]) { originals, span in
            originals[span.id] = span.original(among: counted.filter { $0 < span })
        }
    }
}

/// A recording in whole milliseconds.
private struct Span: Comparable {
    let id: Workout.ID
    let start, end, publication: Int64
    /// The active time.
    let active: Int64
    let visibility: ItemVisibility

    /// Nil if it ended before it started.
    init?(_ recording: DuplicateRule.Recording) {
        id = recording.id
        start = recording.startedAt.milliseconds
        end = recording.endedAt.milliseconds
        publication = recording.publishedAt.milliseconds
        visibility = recording.visibility
        guard end >= start else { return nil }
        let length = end - start
        active = recording.duration.map { min(Int64(($0 * 1_000).rounded()), length) } ?? length
    }

    var length: Int64 { end - start }
    var isLongerThanADay: Bool { length > Int64(DuplicateRule.dayLength * 1_000) }
    /// The time that can be covered: of a recording of more than a day, the active time.
    var time: Int64 { isLongerThanADay ? active : length }

    func overlap(with other: Span) -> Int64 { max(0, min(end, other.end) - max(start, other.start)) }

    /// - Parameter counted: in order. One of more than a day is the original only if no other one is.
    func original(among counted: [Span]) -> Workout.ID? {
        guard length > 0 else { return counted.first { $0.length == 0 && $0.start == start }?.id }
        var (best, most, isLong) = (nil as Workout.ID?, 0 as Int64, true)
        for other in counted {
            let overlap = overlap(with: other)
            guard overlap > 0 else { continue }
            if isLong == other.isLongerThanADay ? overlap > most : isLong {
                (best, most, isLong) = (other.id, overlap, other.isLongerThanADay)
            }
        }
        return best
    }

    static func < (left: Span, right: Span) -> Bool {
        let (first, second) = (left.isLongerThanADay ? 1 : 0, right.isLongerThanADay ? 1 : 0)
        return (-left.visibility.rawValue, first, -left.time, left.publication, left.id)
            < (-right.visibility.rawValue, second, -right.time, right.publication, right.id)
    }
}

/// The time of recordings that count.
private struct CountedTime {
    private var spans: [Span] = []
    /// The time covered by counted recordings of up to a day, and by duplicates of longer ones.
    private var taken = TimeSet()
    /// The counted recordings of more than a day, each with the active time that no duplicate has used up.
    private var long: [(span: Span, left: Int64)] = []

    mutating func add(_ span: Span) {
        spans.append(span)
        if span.isLongerThanADay {
            long.append((span, span.active == 0 ? span.length : span.active))
        } else {
            taken.insert(span.start, span.end)
        }
    }

    /// - Returns: nil if it counts.
    mutating func original(of span: Span) -> Workout.ID? {
        guard span.length > 0 else { return span.original(among: spans) }
        var (taken, long) = (self.taken, self.long)
        var shared = taken.length(within: span.start, span.end)
        for index in long.indices where shared * 2 <= span.time {
            let start = max(span.start, long[index].span.start)
            let end = min(span.end, long[index].span.end)
            guard end > start else { continue }
            let part = min(long[index].left, end - start - taken.length(within: start, end))
            shared += part
            long[index].left -= part
            if !span.isLongerThanADay { taken.insert(start, end) }
        }
        guard shared * 2 > span.time else { return nil }
        // It is unknown when a long duplicate was active, so it uses up no time: its copies are judged as it was.
        if !span.isLongerThanADay { (self.taken, self.long) = (taken, long) }
        return span.original(among: spans)
    }
}

/// Intervals that do not overlap each other, in order.
private struct TimeSet {
    private var intervals: [(start: Int64, end: Int64)] = []

    func length(within start: Int64, _ end: Int64) -> Int64 {
        intervals.reduce(0) { $0 + max(0, min(end, $1.end) - max(start, $1.start)) }
    }

    mutating func insert(_ start: Int64, _ end: Int64) {
        guard end > start else { return }
        let first = intervals.firstIndex { $0.end >= start } ?? intervals.count
        let last = intervals[first...].firstIndex { $0.start > end } ?? intervals.count
        let joined = intervals[first..<last]
        let interval = (
            start: min(start, joined.first?.start ?? start), end: max(end, joined.last?.end ?? end)
        )
        intervals.replaceSubrange(first..<last, with: [interval])
    }
}
