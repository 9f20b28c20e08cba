import Foundation

/// A workout to publish.
///
/// ```swift
/// var draft = WorkoutDraft(type: .rowing, title: "2000m", startedAt: start, duration: 412.3)
/// draft.distance = 2_000
/// draft.averageHeartRate = 171
/// ```
@dynamicMemberLookup
public struct WorkoutDraft: Sendable, Equatable {
    /// The sport.
    public var type: WorkoutType
    /// 1 to 100 characters: any text, or a pattern such as `3x500m/2:00r`; see ``WorkoutPattern``.
    public var title: String
    /// When it started, at most 15 minutes in the future.
    public var startedAt: Date
    /// Nil for `startedAt` plus `duration`.
    public var endedAt: Date?
    /// Seconds of work without rest, at most 30 days.
    public var duration: Double
    /// Distance, energy, heart rate and the other measured numbers.
    public var measures: WorkoutMeasures
    /// Nil for false.
    public var isErgTest: Bool?
    /// Kilograms lifted; nil to calculate it from the sets.
    public var volume: Double?
    /// Nil to count the exercises of the sets.
    public var exerciseCount: Int?
    /// Nil for true.
    public var isCompleted: Bool?
    /// 1 to 50 characters.
    public var source: String?
    /// Nil for the default in the owner's settings.
    public var visibility: ItemVisibility?
    /// Intervals, sets and notes; nil for none.
    public var detail: WorkoutDetail?

    public init(
        type: WorkoutType, title: String, startedAt: Date, endedAt: Date? = nil, duration: Double,
        measures: WorkoutMeasures = WorkoutMeasures(), isErgTest: Bool? = nil, volume: Double? = nil,
        exerciseCount: Int? = nil, isCompleted: Bool? = nil, source: String? = nil,
        visibility: ItemVisibility? = nil, detail: WorkoutDetail? = nil
    ) {
        self.type = type
        self.title = title
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.duration = duration
        self.measures = measures
        self.isErgTest = isErgTest
        self.volume = volume
        self.exerciseCount = exerciseCount
        self.isCompleted = isCompleted
        self.source = source
        self.visibility = visibility
        self.detail = detail
    }

    /// Accesses a measure directly, as in `draft.distance`.
    @inlinable
    public subscript<Value>(
        dynamicMember measure: WritableKeyPath<WorkoutMeasures, Value>
    ) -> Value {
        get { measures[keyPath: measure] }
        set { measures[keyPath: measure] = newValue }
    }
}

extension WorkoutDraft {
    /// The valid ranges. Wide enough for the longest expedition, narrow enough to catch typos.
    public enum Range {
        /// Seconds: up to 30 days.
        public static let duration = 0.0...2_592_000
        /// Kilograms lifted in total.
        public static let volume = 0.0...10_000_000
        /// Kilograms.
        public static let weight = 0.0...100_000
        /// Repetitions, exercises and indices.
        public static let count = 0...100_000
        /// The confidence of text recognition.
        public static let confidence = 0.0...1
    }

    /// Checks every value and fills in derived ones.
    /// - Parameter now: the current time. Workouts may start at most 15 minutes later, since clocks differ.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public func checked(now: Date) throws(SocialError) -> WorkoutDraft {
        var checked = self
        checked.title = try TextRule.workoutTitle.check(title)
        checked.source = try source.map { (text) throws(SocialError) in try TextRule.workoutSource.check(text)
        }
        checked.detail = try detail?.checked()
        try Self.check(duration, Range.duration, "duration")
        try measures.check()
        try Self.check(volume, Range.volume, "volume")
        try Self.check(exerciseCount, Range.count, "exerciseCount")
        checked.startedAt = startedAt.roundedToMilliseconds
        checked.endedAt = (endedAt ?? startedAt.addingTimeInterval(duration)).roundedToMilliseconds
        try checked.checkTimes(now: now)
        checked.fillInFromSets()
        try Self.check(checked.volume, Range.volume, "volume")
        return checked
    }

    /// Whether a workout may start at this time: after 1950, and at most 15 minutes from now.
    package static func permits(startedAt: Date, now: Date) -> Bool {
        let earliest = Date(timeIntervalSince1970: -631_152_000)
        return startedAt >= earliest && startedAt <= now.addingTimeInterval(clockDifference)
    }

    private func checkTimes(now: Date) throws(SocialError) {
        guard Self.permits(startedAt: startedAt, now: now) else {
            throw SocialError(
                .invalidValue, "A workout must start after 1950, and at most 15 minutes from now.",
                field: "startedAt")
        }
        guard let endedAt, endedAt >= startedAt,
            endedAt.milliseconds <= startedAt.milliseconds + Int64(Range.duration.upperBound * 1_000)
        else {
            throw SocialError(
                .invalidValue, "A workout must end after it starts, within 30 days.", field: "endedAt")
        }
        guard duration <= endedAt.timeIntervalSince(startedAt) + Self.rounding else {
            throw SocialError(
                .invalidValue, "The duration is longer than the time from start to end.", field: "duration")
        }
    }

    /// How far ahead of the server's clock a device's clock may be, in seconds.
    private static let clockDifference: TimeInterval = 900
    /// How much longer than the time from start to end the duration may be, in seconds. Many sources round both.
    private static let rounding: TimeInterval = 60

    /// Calculates the missing volume and number of exercises.
    mutating func fillInFromSets() {
        guard let sets = detail?.sets, !sets.isEmpty else { return }
        if exerciseCount == nil { exerciseCount = Set(sets.map(\.exercise)).count }
        if volume == nil {
            volume = sets.reduce(0) { $0 + Double($1.repetitions ?? 0) * ($1.weight ?? 0) }
        }
    }

    static func check<Value: Comparable>(
        _ value: Value?, _ range: ClosedRange<Value>, _ field: String
    ) throws(SocialError) {
        guard let value, !range.contains(value) else { return }
        throw SocialError(.invalidValue, "\(field) must be \(range.message).", field: field)
    }
}

extension WorkoutDetail {
    func checked() throws(SocialError) -> WorkoutDetail {
        try Self.check(count: intervals.count, Self.limit.intervals, "intervals")
        try Self.check(count: sets.count, Self.limit.sets, "sets")
        var checked = self
        try WorkoutDraft.check(ocrConfidence, WorkoutDraft.Range.confidence, "detail.ocrConfidence")
        checked.notes = try notes.map { (text) throws(SocialError) in try TextRule.workoutNotes.check(text) }
        // Set by the server only.
        checked.photoURL = nil
        for interval in intervals { try interval.check() }
        for index in sets.indices { checked.sets[index] = try sets[index].checked() }
        checked.intervals.sort { $0.index < $1.index }
        return checked
    }
}

extension WorkoutDetail {
    private static func check(count: Int, _ limit: Int, _ name: String) throws(SocialError) {
        guard count > limit else { return }
        throw SocialError(.invalidValue, "A workout has at most \(limit) \(name).", field: "detail.\(name)")
    }
}

extension Interval {
    func check() throws(SocialError) {
        typealias Range = WorkoutDraft.Range
        let field = "detail.intervals"
        try WorkoutDraft.check(index, Range.count, "\(field).index")
        try WorkoutDraft.check(duration, Range.duration, "\(field).duration")
        try WorkoutDraft.check(distance, Range.distance, "\(field).distance")
        try WorkoutDraft.check(split, Range.split, "\(field).split")
        try WorkoutDraft.check(strokeRate, Range.strokeRate, "\(field).strokeRate")
        try WorkoutDraft.check(heartRate, Range.heartRate, "\(field).heartRate")
        try WorkoutDraft.check(restDuration, Range.duration, "\(field).restDuration")
        guard let confidence else { return }
        for value in [
            confidence.duration, confidence.distance, confidence.split, confidence.strokeRate,
            confidence.heartRate,
        ] {
            try WorkoutDraft.check(value, Range.confidence, "\(field).confidence")
        }
    }
}

extension ExerciseSet {
    func checked() throws(SocialError) -> ExerciseSet {
        typealias Range = WorkoutDraft.Range
        let field = "detail.sets"
        var checked = self
        checked.exercise = try TextRule.exercise.check(exercise)
        try WorkoutDraft.check(index, Range.count, "\(field).index")
        try WorkoutDraft.check(repetitions, Range.count, "\(field).repetitions")
        try WorkoutDraft.check(weight, Range.weight, "\(field).weight")
        try WorkoutDraft.check(duration, Range.duration, "\(field).duration")
        try WorkoutDraft.check(distance, Range.distance, "\(field).distance")
        return checked
    }
}
