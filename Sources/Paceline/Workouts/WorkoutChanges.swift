import Foundation

/// An edit of a published workout. Nil keeps a value, so an app can edit the title without loading the rest.
///
/// ```swift
/// _ = try await session.edit(workout.id, WorkoutChanges(title: "Morning row"), ifMatch: nil)
/// ```
@dynamicMemberLookup
public struct WorkoutChanges: Sendable, Equatable {
    /// The new sport.
    public var type: WorkoutType?
    /// The new title: see ``WorkoutDraft/title``.
    public var title: String?
    /// The new start, at most 15 minutes in the future.
    public var startedAt: Date?
    /// The new end. If nil, the end moves with the start and the duration.
    public var endedAt: Date?
    /// The new active time in seconds, without rest, at most 30 days.
    public var duration: Double?
    /// The new measurements; nil ones stay.
    public var measures: WorkoutMeasures
    /// Whether this is a ranked test piece.
    public var isErgTest: Bool?
    /// The new weight lifted, in kilograms. If nil, a weight that was calculated from the sets is calculated again.
    public var volume: Double?
    /// The new number of different exercises. If nil, a number that was counted from the sets is counted again.
    public var exerciseCount: Int?
    /// Whether it was finished as planned.
    public var isCompleted: Bool?
    /// The new source, 1 to 50 characters.
    public var source: String?
    /// The new visibility.
    public var visibility: ItemVisibility?
    /// The new intervals, sets and notes. They replace all old ones.
    public var detail: WorkoutDetail?
    /// The fields to clear. A field that also has a new value gets that value.
    public var cleared: [Field]

    public init(
        type: WorkoutType? = nil, title: String? = nil, startedAt: Date? = nil, endedAt: Date? = nil,
        duration: Double? = nil, measures: WorkoutMeasures = WorkoutMeasures(), isErgTest: Bool? = nil,
        volume: Double? = nil, exerciseCount: Int? = nil, isCompleted: Bool? = nil, source: String? = nil,
        visibility: ItemVisibility? = nil, detail: WorkoutDetail? = nil, cleared: [Field] = []
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
        self.cleared = cleared
    }

    /// Accesses a measure directly, as in `changes.distance`.
    @inlinable
    public subscript<Value>(
        dynamicMember measure: WritableKeyPath<WorkoutMeasures, Value>
    ) -> Value {
        get { measures[keyPath: measure] }
        set { measures[keyPath: measure] = newValue }
    }

    /// A field that can be cleared.
    public enum Field: String, Sendable, Codable, CaseIterable {
        /// The metres.
        case distance
        /// The kilocalories.
        case energy
        /// The beats per minute.
        case averageHeartRate
        /// The seconds per 500 m.
        case averageSplit
        /// The watts.
        case averagePower
        /// The strokes, steps or revolutions per minute.
        case strokeRate
        /// The intensity zone.
        case intensityZone
        /// The kilograms lifted.
        case volume
        /// The number of different exercises.
        case exerciseCount
        /// The device or service that recorded it.
        case source
        /// Intervals, sets and notes.
        case detail
    }
}

extension WorkoutChanges {
    /// The workout with the changes, as a draft that replaces it.
    package func applied(to workout: Workout) -> WorkoutDraft {
        let startedAt = startedAt ?? workout.startedAt
        let duration = duration ?? workout.duration
        let rest = workout.endedAt.timeIntervalSince(workout.startedAt) - workout.duration
        var draft = WorkoutDraft(
            type: type ?? workout.type, title: title ?? workout.title, startedAt: startedAt,
            endedAt: endedAt ?? startedAt.addingTimeInterval(duration + rest), duration: duration,
            measures: workout.measures, isErgTest: isErgTest ?? workout.isErgTest, volume: workout.volume,
            exerciseCount: workout.exerciseCount, isCompleted: isCompleted ?? workout.isCompleted,
            source: workout.source, visibility: visibility, detail: workout.detail)
        for field in cleared { Self.clear(field, in: &draft) }
        if let detail {
            draft.forgetTotals(of: workout.detail?.sets ?? [])
            draft.detail = detail
        }
        draft.measures.merge(measures)
        if let volume { draft.volume = volume }
        if let exerciseCount { draft.exerciseCount = exerciseCount }
        if let source { draft.source = source }
        return draft
    }

    private static func clear(_ field: Field, in draft: inout WorkoutDraft) {
        switch field {
        case .distance: draft.distance = nil
        case .energy: draft.energy = nil
        case .averageHeartRate: draft.averageHeartRate = nil
        case .averageSplit: draft.averageSplit = nil
        case .averagePower: draft.averagePower = nil
        case .strokeRate: draft.strokeRate = nil
        case .intensityZone: draft.intensityZone = nil
        case .volume: draft.volume = nil
        case .exerciseCount: draft.exerciseCount = nil
        case .source: draft.source = nil
        case .detail:
            draft.forgetTotals(of: draft.detail?.sets ?? [])
            draft.detail = nil
        }
    }
}

extension WorkoutDraft {
    /// Removes the totals that were calculated from these sets, so that they are calculated from the new ones.
    fileprivate mutating func forgetTotals(of sets: [ExerciseSet]) {
        guard !sets.isEmpty else { return }
        var calculated = self
        (calculated.volume, calculated.exerciseCount) = (nil, nil)
        calculated.detail = WorkoutDetail(sets: sets)
        calculated.fillInFromSets()
        if volume == calculated.volume { volume = nil }
        if exerciseCount == calculated.exerciseCount { exerciseCount = nil }
    }
}
