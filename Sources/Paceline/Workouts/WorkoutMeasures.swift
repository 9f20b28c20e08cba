/// The measurements of a workout. Missing ones are nil.
///
/// Workouts and drafts expose each measurement directly:
///
/// ```swift
/// draft.distance = 2_000
/// draft.averageHeartRate = 171
/// ```
public struct WorkoutMeasures: Sendable, Equatable, Codable {
    /// Metres, up to 10,000 km.
    public var distance: Double?
    /// Kilocalories, up to 1,000,000.
    public var energy: Double?
    /// Beats per minute, 20 to 300.
    public var averageHeartRate: Double?
    /// Seconds per 500 m, 1 to 36,000.
    public var averageSplit: Double?
    /// Watts, up to 3,000.
    public var averagePower: Double?
    /// Strokes, steps or revolutions per minute, up to 500.
    public var strokeRate: Double?
    /// 1 (easy) to 5 (maximal).
    public var intensityZone: Int?

    public init(
        distance: Double? = nil, energy: Double? = nil, averageHeartRate: Double? = nil,
        averageSplit: Double? = nil, averagePower: Double? = nil, strokeRate: Double? = nil,
        intensityZone: Int? = nil
    ) {
        self.distance = distance
        self.energy = energy
        self.averageHeartRate = averageHeartRate
        self.averageSplit = averageSplit
        self.averagePower = averagePower
        self.strokeRate = strokeRate
        self.intensityZone = intensityZone
    }
}

extension WorkoutDraft.Range {
    /// Metres.
    public static let distance = 0.0...10_000_000
    /// Kilocalories.
    public static let energy = 0.0...1_000_000
    /// Beats per minute.
    public static let heartRate = 20.0...300
    /// Seconds per 500 m.
    public static let split = 1.0...36_000
    /// Watts. Track sprinters reach 2,500 W for a few seconds.
    public static let power = 0.0...3_000
    /// Strokes, steps or revolutions per minute.
    public static let strokeRate = 0.0...500
    /// Intensity zones.
    public static let zone = 1...5
}

extension WorkoutMeasures {
    /// Replaces the measures that the others contain.
    mutating func merge(_ other: WorkoutMeasures) {
        distance = other.distance ?? distance
        energy = other.energy ?? energy
        averageHeartRate = other.averageHeartRate ?? averageHeartRate
        averageSplit = other.averageSplit ?? averageSplit
        averagePower = other.averagePower ?? averagePower
        strokeRate = other.strokeRate ?? strokeRate
        intensityZone = other.intensityZone ?? intensityZone
    }

    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    func check() throws(SocialError) {
        typealias Range = WorkoutDraft.Range
        try WorkoutDraft.check(distance, Range.distance, "distance")
        try WorkoutDraft.check(energy, Range.energy, "energy")
        try WorkoutDraft.check(averageHeartRate, Range.heartRate, "averageHeartRate")
        try WorkoutDraft.check(averageSplit, Range.split, "averageSplit")
        try WorkoutDraft.check(averagePower, Range.power, "averagePower")
        try WorkoutDraft.check(strokeRate, Range.strokeRate, "strokeRate")
        try WorkoutDraft.check(intensityZone, Range.zone, "intensityZone")
    }
}
