/// A training goal for each week, Monday to Sunday. A measure of 0 means no goal.
///
/// ```swift
/// _ = try await services.update(SettingsChanges(weeklyGoal: WeeklyGoal(distance: 40_000, minutes: 300)))
/// ```
public struct WeeklyGoal: Sendable, Equatable, Codable {
    /// Metres: 0 to 10,000,000.
    public var distance: Int
    /// Kilograms lifted: 0 to 10,000,000.
    public var volume: Int
    /// Minutes: 0 to 10,080, a full week.
    public var minutes: Int

    public init(distance: Int = 0, volume: Int = 0, minutes: Int = 0) {
        self.distance = distance
        self.volume = volume
        self.minutes = minutes
    }

    /// The valid ranges.
    public enum Range {
        /// Metres.
        public static let distance = 0...10_000_000
        /// Kilograms.
        public static let volume = 0...10_000_000
        /// Minutes.
        public static let minutes = 0...10_080
    }

    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    func check() throws(SocialError) {
        try WorkoutDraft.check(distance, Range.distance, "weeklyGoal.distance")
        try WorkoutDraft.check(volume, Range.volume, "weeklyGoal.volume")
        try WorkoutDraft.check(minutes, Range.minutes, "weeklyGoal.minutes")
    }
}
