/// What makes a workout look impossible or unusual.
///
/// A workout beyond a limit that ``holdsWorkouts`` counts nowhere until a moderator has decided. Others are only listed
/// for moderators. See ``ExperiencePolicy/limitsExceeded(by:isLate:)``.
///
/// ```swift
/// if workout.experience?.review?.limits.contains(.speed) == true { print("Check distance and duration") }
/// ```
public enum PlausibilityLimit: OpenEnum {
    /// Faster on average than records of its sport. Holds the workout.
    case speed
    /// More than 60 tonnes lifted in an hour. Holds the workout.
    case liftingRate
    /// A distance without a time. Holds the workout.
    case distanceWithoutTime
    /// A weight lifted without a time. If the workout was published late, up to 60 tonnes are plausible: imported
    /// histories often have no durations. Holds the workout.
    case volumeWithoutTime
    /// An average heart rate above 220 bpm. Holds the workout.
    case heartRate
    /// An active time more than a minute longer than the time from start to end. Holds the workout.
    case elapsedTime
    /// An active time of more than 24 hours. Holds the workout.
    case longestTime
    /// More than five minutes, or more than a quarter of its time, at the same time as others, taken together, without
    /// being a recording of the same. Judged when it is published or edited. Only listed.
    case overlap
    /// Worth more than three times as much as the best of at least ten workouts of its sport in the year before. Only
    /// listed.
    case yearsBest
    /// At the same time as another workout that a moderator excluded, even if that one has been deleted. Holds the
    /// workout.
    case excludedBefore
    /// More than 15 % faster than records of its sport, taken together with the workouts of its day that are at least as
    /// fast, such as the pieces of a long distance. Holds the workout.
    case speedOfDay
    /// A limit that this version does not know.
    case unknown(String)

    /// In the order of their stored numbers, from 0.
    public static let allCases: [PlausibilityLimit] = [
        .speed, .liftingRate, .distanceWithoutTime, .volumeWithoutTime, .heartRate, .elapsedTime,
        .longestTime, .overlap, .yearsBest, .excludedBefore, .speedOfDay,
    ]

    public var rawValue: String {
        switch self {
        case .speed: "speed"
        case .liftingRate: "liftingRate"
        case .distanceWithoutTime: "distanceWithoutTime"
        case .volumeWithoutTime: "volumeWithoutTime"
        case .heartRate: "heartRate"
        case .elapsedTime: "elapsedTime"
        case .longestTime: "longestTime"
        case .overlap: "overlap"
        case .yearsBest: "yearsBest"
        case .excludedBefore: "excludedBefore"
        case .speedOfDay: "speedOfDay"
        case .unknown(let word): word
        }
    }

    /// Whether a workout beyond it is held. Otherwise it is only listed.
    public var holdsWorkouts: Bool {
        switch self {
        case .speed, .liftingRate, .distanceWithoutTime, .volumeWithoutTime, .heartRate, .elapsedTime,
            .longestTime, .excludedBefore, .speedOfDay:
            true
        case .overlap, .yearsBest, .unknown: false
        }
    }
}

extension PlausibilityLimit {
    /// How much faster than one workout of the same time several of a day may be: they have rests between them. The
    /// best runners take 24 seconds for each of ten times 200 metres.
    package static let rests = 1.15

    /// The number of its bit in stored sets, which never changes; nil for `unknown`, which is never stored.
    package var number: Int? {
        switch self {
        case .speed: 0
        case .liftingRate: 1
        case .distanceWithoutTime: 2
        case .volumeWithoutTime: 3
        case .heartRate: 4
        case .elapsedTime: 5
        case .longestTime: 6
        case .overlap: 7
        case .yearsBest: 8
        case .excludedBefore: 9
        case .speedOfDay: 10
        case .unknown: nil
        }
    }
}

extension [PlausibilityLimit] {
    /// The limits of a stored set.
    package init(mask: Int64) {
        self = PlausibilityLimit.allCases.filter { limit in
            limit.number.map { mask >> Int64($0) & 1 == 1 } ?? false
        }
    }

    /// The limits as a set to store.
    package var mask: Int64 {
        reduce(0) { mask, limit in limit.number.map { mask | 1 << Int64($0) } ?? mask }
    }
}
