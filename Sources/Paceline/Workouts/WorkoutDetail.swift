import Foundation

/// A workout's intervals, sets, notes and photo.
///
/// ```swift
/// draft.detail = WorkoutDetail(intervals: [Interval(index: 0, duration: 107.9, distance: 500, restDuration: 120)])
/// ```
public struct WorkoutDetail: Sendable, Equatable, Codable {
    /// The intervals, in order; at most 1,000.
    public var intervals: [Interval]
    /// The sets of exercises, in order; at most 1,000.
    public var sets: [ExerciseSet]
    /// The overall confidence of text recognition, 0 to 1; nil when it was not used.
    public var ocrConfidence: Double?
    /// Whether a person corrected recognised values.
    public var wasManuallyEdited: Bool
    /// Up to 2,000 characters.
    public var notes: String?
    /// The path of the photo; set by the server.
    public var photoURL: String?

    /// The most intervals and sets.
    public static let limit = (intervals: 1_000, sets: 1_000)

    public init(
        intervals: [Interval] = [], sets: [ExerciseSet] = [], ocrConfidence: Double? = nil,
        wasManuallyEdited: Bool = false, notes: String? = nil, photoURL: String? = nil
    ) {
        self.intervals = intervals
        self.sets = sets
        self.ocrConfidence = ocrConfidence
        self.wasManuallyEdited = wasManuallyEdited
        self.notes = notes
        self.photoURL = photoURL
    }

    private enum CodingKeys: String, CodingKey {
        case intervals, sets, ocrConfidence, wasManuallyEdited, notes, photoURL
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        intervals = try container.decodeIfPresent([Interval].self, forKey: .intervals) ?? []
        sets = try container.decodeIfPresent([ExerciseSet].self, forKey: .sets) ?? []
        ocrConfidence = try container.decodeIfPresent(Double.self, forKey: .ocrConfidence)
        wasManuallyEdited = try container.decodeIfPresent(Bool.self, forKey: .wasManuallyEdited) ?? false
        notes = try container.decodeIfPresent(String.self, forKey: .notes)
        photoURL = try container.decodeIfPresent(String.self, forKey: .photoURL)
    }
}

/// One interval of a workout and its measurements. Missing measurements are nil.
///
/// ```swift
/// draft.detail = WorkoutDetail(intervals: [
///     Interval(index: 0, duration: 105, distance: 500, restDuration: 60)
/// ])
/// ```
public struct Interval: Sendable, Equatable, Codable {
    /// From 0.
    public var index: Int
    /// Seconds.
    public var duration: Double?
    /// Metres.
    public var distance: Double?
    /// Seconds per 500 m.
    public var split: Double?
    /// Strokes per minute.
    public var strokeRate: Double?
    /// Beats per minute.
    public var heartRate: Double?
    /// Seconds of rest after it.
    public var restDuration: Double?
    /// The confidence of text recognition for each value, 0 to 1.
    public var confidence: Confidence?

    public init(
        index: Int, duration: Double? = nil, distance: Double? = nil, split: Double? = nil,
        strokeRate: Double? = nil, heartRate: Double? = nil, restDuration: Double? = nil,
        confidence: Confidence? = nil
    ) {
        self.index = index
        self.duration = duration
        self.distance = distance
        self.split = split
        self.strokeRate = strokeRate
        self.heartRate = heartRate
        self.restDuration = restDuration
        self.confidence = confidence
    }

    /// The confidence for each value of an interval, 0 to 1; nil for values not recognised.
    public struct Confidence: Sendable, Equatable, Codable {
        /// Of the duration, 0 to 1.
        public var duration: Double?
        /// Of the distance, 0 to 1.
        public var distance: Double?
        /// Of the split, 0 to 1.
        public var split: Double?
        /// Of the stroke rate, 0 to 1.
        public var strokeRate: Double?
        /// Of the heart rate, 0 to 1.
        public var heartRate: Double?

        public init(
            duration: Double? = nil, distance: Double? = nil, split: Double? = nil, strokeRate: Double? = nil,
            heartRate: Double? = nil
        ) {
            self.duration = duration
            self.distance = distance
            self.split = split
            self.strokeRate = strokeRate
            self.heartRate = heartRate
        }
    }
}

/// One set of a strength exercise.
///
/// ```swift
/// draft.detail = WorkoutDetail(sets: [ExerciseSet(exercise: "Back squat", index: 0, repetitions: 6, weight: 80)])
/// ```
public struct ExerciseSet: Sendable, Equatable, Codable {
    /// 1 to 100 characters.
    public var exercise: String
    /// From 0.
    public var index: Int
    /// The number of repetitions.
    public var repetitions: Int?
    /// Kilograms.
    public var weight: Double?
    /// Seconds.
    public var duration: Double?
    /// Metres.
    public var distance: Double?

    public init(
        exercise: String, index: Int, repetitions: Int? = nil, weight: Double? = nil, duration: Double? = nil,
        distance: Double? = nil
    ) {
        self.exercise = exercise
        self.index = index
        self.repetitions = repetitions
        self.weight = weight
        self.duration = duration
        self.distance = distance
    }
}
