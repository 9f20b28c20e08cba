import Foundation

extension ExperiencePolicy {
    /// The fastest plausible mean speeds of a sport, in metres per second.
    ///
    /// Up to three minutes, ``sprint`` is the limit. Longer workouts of t hours may be 5 % faster than ``hour`` ·
    /// t^−0.06: records of all sports slow down with about that power of their time.
    public struct SpeedLimit: Sendable, Equatable {
        /// The sport; nil for all others.
        public let type: WorkoutType?
        /// The limit of workouts of up to three minutes.
        public let sprint: Double
        /// The mean speed of the best in one hour.
        public let hour: Double

        public init(type: WorkoutType?, sprint: Double, hour: Double) {
            self.type = type
            self.sprint = sprint
            self.hour = hour
        }

        /// The longest time to which ``sprint`` applies, in seconds.
        public static let sprintTime = 180.0
        private static let tolerance = 1.05
        private static let exponent = -0.06

        /// The limit of the mean speed over a time in seconds.
        public func limit(over seconds: Double) -> Double {
            seconds <= Self.sprintTime
                ? sprint : Self.tolerance * hour * pow(seconds / 3_600, Self.exponent)
        }
    }

    /// The speed limits of this policy: one per sport with its own, then that of all others.
    ///
    /// - Running: 100 m in 9.58 s (World Athletics) has a mean of 10.44 m/s; the hour run is 21,330 m.
    /// - Walking and hiking: 1,000 m of race walking take 3:18 or more; 20 km in 1:16:10 (World Athletics) is 4.38 m/s.
    /// - Cycling: 200 m with a flying start in 8.857 s (UCI) is 22.6 m/s, and more downhill; the UCI hour is 56.792 km.
    /// - Rowing: 500 m in 1:10 is 7.1 m/s, and an hour 5.3 m/s on a fast machine; 2,000 m in 5:35.8 (Concept2).
    /// - Skiing: as on snow, downhill 30 m/s; 50 km in 1:32 with snow and descents is 9 m/s.
    /// - Swimming: 50 m in a short pool in 19.90 s (World Aquatics) is 2.51 m/s; 1,500 m in 14:06.88 is 1.77 m/s.
    /// - Others: as cycling, the fastest of them without an engine.
    public var speedLimits: [SpeedLimit] {
        guard number == 1 else { return Self.current.speedLimits }
        return [
            SpeedLimit(type: .running, sprint: 10.5, hour: 5.93),
            SpeedLimit(type: .walking, sprint: 5, hour: 4.4),
            SpeedLimit(type: .hiking, sprint: 5, hour: 4.4),
            SpeedLimit(type: .cycling, sprint: 30, hour: 15.8),
            SpeedLimit(type: .rowing, sprint: 8, hour: 5.3),
            SpeedLimit(type: .skiing, sprint: 30, hour: 9),
            SpeedLimit(type: .swimming, sprint: 2.6, hour: 1.6),
            SpeedLimit(type: nil, sprint: 30, hour: 15.8),
        ]
    }

    /// Whether a mean speed over a time exceeds the limit of the sport.
    /// - Parameters:
    ///   - speed: in metres per second.
    ///   - seconds: more than 0.
    package func isTooFast(_ speed: Double, over seconds: Double, in type: WorkoutType) -> Bool {
        let limit = speedLimits.first { $0.type == nil || $0.type == type }
        return limit.map { speed > $0.limit(over: seconds) } ?? false
    }

    /// The limits that a workout exceeds by itself. A workout that exceeds one is held.
    ///
    /// ```swift
    /// let limits = policy.limitsExceeded(by: workout, isLate: false)
    /// if limits.contains(.heartRate) { askToCheckTheHeartRate() }
    /// ```
    /// - Parameter isLate: whether it was published too late to earn XP. Old training logs often have no times, so up
    ///   to 60 tonnes are plausible without one.
    public func limitsExceeded(by workout: Workout, isLate: Bool) -> [PlausibilityLimit] {
        let elapsed = workout.endedAt.timeIntervalSince(workout.startedAt)
        let seconds = max(0, min(workout.duration, elapsed))
        let (metres, kilograms) = (workout.measures.distance ?? 0, workout.volume ?? 0)
        var exceeded: [PlausibilityLimit] = []
        if seconds > 0, isTooFast(metres / seconds, over: seconds, in: workout.type) {
            exceeded.append(.speed)
        }
        if seconds > 0, kilograms / max(seconds, Self.shortestLifting) > Self.liftingRate {
            exceeded.append(.liftingRate)
        }
        if seconds == 0, metres > 0 { exceeded.append(.distanceWithoutTime) }
        if seconds == 0, kilograms > (isLate ? Self.heaviestLateVolume : 0) {
            exceeded.append(.volumeWithoutTime)
        }
        if (workout.measures.averageHeartRate ?? 0) > Self.highestHeartRate { exceeded.append(.heartRate) }
        if workout.duration > elapsed + Self.clockTolerance { exceeded.append(.elapsedTime) }
        if workout.duration > Self.longestDuration { exceeded.append(.longestTime) }
        return exceeded
    }

    /// 60 tonnes an hour, in kilograms per second. Competitions of repetitions reach about 40 in their best hours.
    private static let liftingRate = 60_000.0 / 3_600
    /// Shorter lifting is judged as if it had taken half a minute: a single lift, of up to 500 kg, takes no time.
    private static let shortestLifting = 30.0
    /// The most kilograms that are plausible in a late workout without a time: as many as in an hour.
    private static let heaviestLateVolume = 60_000.0
    /// Beats per minute, on average. Hearts of young people reach about 220 at most.
    private static let highestHeartRate = 220.0
    /// How many seconds longer than from start to end a workout may be, since sources round both.
    private static let clockTolerance = 60.0
    /// Seconds of active time.
    private static let longestDuration = 86_400.0
}

/// Limits that depend on a person's other workouts. A workout beyond them is only listed.
package enum ListingLimit {
    /// How many seconds a workout may share with others, taken together: five minutes.
    package static let overlap: Int64 = 300
    /// Which part of its time a workout may share with others: a quarter. Otherwise many short pieces could overlap.
    package static let shareOfOverlap: Int64 = 4
    /// How many times as much as the best of the year a workout may be worth.
    package static let yearsBestFactor = 3
    /// What a workout must be worth to be unusual, in XP: about an hour of training.
    package static let leastWorth = 500
    /// How many earlier workouts of the sport the comparison needs.
    package static let yearsBestCount = 10
    /// The year, in seconds.
    package static let year: TimeInterval = 365 * 86_400
}
