import Foundation

extension ExperiencePolicy {
    /// What counts of a workout, in whole units, so that every device and server calculates the same worth.
    ///
    /// ```swift
    /// let worth = ExperiencePolicy.current.worth(of: ExperiencePolicy.Effort(workout))
    /// ```
    public struct Effort: Sendable, Equatable {
        /// The sport.
        public var type: WorkoutType
        /// The distance.
        public var millimetres: Int64
        /// The active time, at most the time from start to end.
        public var milliseconds: Int64
        /// The weight lifted in total.
        public var grams: Int64
        /// Hundredths of a beat per minute, at most 180 beats: the average heart rate if it is known, otherwise what
        /// the intensity zone stands for, otherwise 0.
        public var centibeats: Int64
        /// Whether the workout was finished as planned. If not, it is worth nothing.
        public var isCompleted: Bool

        public init(
            type: WorkoutType, millimetres: Int64, milliseconds: Int64, grams: Int64, centibeats: Int64,
            isCompleted: Bool
        ) {
            self.type = type
            self.millimetres = millimetres
            self.milliseconds = milliseconds
            self.grams = grams
            self.centibeats = centibeats
            self.isCompleted = isCompleted
        }

        /// The effort of a workout whose details the viewer can see.
        public init(_ workout: Workout) {
            self.init(
                type: workout.type, from: workout.startedAt, to: workout.endedAt, duration: workout.duration,
                measures: workout.measures, volume: workout.volume, isCompleted: workout.isCompleted)
        }

        /// The effort of the workout that the draft becomes.
        init(_ draft: WorkoutDraft) {
            var draft = draft
            draft.fillInFromSets()
            self.init(
                type: draft.type, from: draft.startedAt,
                to: draft.endedAt ?? draft.startedAt.addingTimeInterval(draft.duration),
                duration: draft.duration, measures: draft.measures, volume: draft.volume,
                isCompleted: draft.isCompleted ?? true)
        }

        private init(
            type: WorkoutType, from start: Date, to end: Date, duration: Double, measures: WorkoutMeasures,
            volume: Double?, isCompleted: Bool
        ) {
            // Workouts start and end at whole milliseconds; drafts need not.
            let elapsed = end.roundedToMilliseconds.timeIntervalSince(start.roundedToMilliseconds)
            self.init(
                type: type,
                millimetres: Self.thousandths(of: measures.distance, upTo: Range.distance.upperBound),
                milliseconds: min(
                    Self.thousandths(of: duration, upTo: Range.duration.upperBound),
                    Self.thousandths(of: elapsed, upTo: Range.duration.upperBound)),
                grams: Self.thousandths(of: volume, upTo: Range.volume.upperBound),
                centibeats: Self.centibeats(
                    heartRate: measures.averageHeartRate, zone: measures.intensityZone),
                isCompleted: isCompleted)
        }
    }
}

extension ExperiencePolicy.Effort {
    private typealias Range = WorkoutDraft.Range

    private static let heartRateLimit = Double(ExperiencePolicy.heartRateLimit)
    /// The zone up to which zones count. Beats are measured, but anyone can choose the highest zone.
    private static let zoneLimit = 3

    /// The heart rate, if known, wins over the zone. With the greater of both, splitting a workout could earn more.
    private static func centibeats(heartRate: Double?, zone: Int?) -> Int64 {
        if let heartRate {
            // An unchecked draft may have any heart rate.
            return heartRate > 0 ? Int64((min(heartRate, heartRateLimit) * 100).rounded(.down)) : 0
        }
        return zone.map { Int64(60 + 10 * min(max($0, 0), zoneLimit)) * 100 } ?? 0
    }

    private static func thousandths(of value: Double?, upTo limit: Double) -> Int64 {
        guard let value, value > 0 else { return 0 }
        return Int64((min(value, limit) * 1_000).rounded())
    }

    /// The same effort with every number within the ranges of workouts.
    var clamped: Self {
        func clamp(_ value: Int64, _ limit: Double) -> Int64 { min(max(value, 0), Int64(limit)) }
        var clamped = self
        clamped.millimetres = clamp(millimetres, Range.distance.upperBound * 1_000)
        clamped.milliseconds = clamp(milliseconds, Range.duration.upperBound * 1_000)
        clamped.grams = clamp(grams, Range.volume.upperBound * 1_000)
        clamped.centibeats = clamp(centibeats, Self.heartRateLimit * 100)
        return clamped
    }
}
