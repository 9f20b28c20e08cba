/// A person's totals over the workouts the viewer may see.
///
/// ```swift
/// let stats = try await services.person(.username("ana")).stats
/// print("\(stats?.workouts ?? 0) workouts, streak \(stats?.currentStreak ?? 0) days")
/// ```
public struct PersonStats: Sendable, Equatable, Codable {
    /// The number of workouts.
    public var workouts: Int
    /// Metres; 0 if the person hides the details of workouts from the viewer.
    public var distance: Double
    /// Kilograms lifted; 0 if the person hides the details of workouts from the viewer.
    public var volume: Double
    /// Seconds.
    public var duration: Double
    /// Experience points of these workouts; 0 if the person hides the details of workouts from the viewer.
    public var xp: Int
    /// From 1, by ``xp``; nil if the person hides the details of workouts from the viewer.
    public var level: Int?
    /// Consecutive days with a workout of at least ten minutes, up to today or yesterday in the person's time zone.
    public var currentStreak: Int
    /// The longest streak, in days.
    public var longestStreak: Int
    /// The sport with the most workouts; nil without workouts.
    public var favouriteType: WorkoutType?
    /// Workouts per week since the first one.
    public var weeklyAverage: Double

    /// The totals of a person without workouts.
    public static let none = PersonStats()

    public init(
        workouts: Int = 0, distance: Double = 0, volume: Double = 0, duration: Double = 0, xp: Int = 0,
        level: Int? = 1, currentStreak: Int = 0, longestStreak: Int = 0, favouriteType: WorkoutType? = nil,
        weeklyAverage: Double = 0
    ) {
        self.workouts = workouts
        self.distance = distance
        self.volume = volume
        self.duration = duration
        self.xp = xp
        self.level = level
        self.currentStreak = currentStreak
        self.longestStreak = longestStreak
        self.favouriteType = favouriteType
        self.weeklyAverage = weeklyAverage
    }

    /// The totals as other people see them while the person hides the details of workouts. Otherwise, each new workout
    /// would change a total by what it hides.
    package var withoutDetails: PersonStats {
        var stats = self
        stats.distance = 0
        stats.volume = 0
        stats.xp = 0
        stats.level = nil
        return stats
    }

    /// Workouts per week, rounded to tenths. The current week counts as a full week.
    public static func weeklyAverage(workouts: Int, first: Day, today: Day) -> Double {
        let weeks = max(1, (today.ordinal - first.ordinal) / 7 + 1)
        return (Double(workouts) / Double(weeks) * 10).rounded() / 10
    }
}

/// A run of consecutive days.
///
/// ```swift
/// let runs = Streak.runs(in: days)
/// print(runs?.last.length(on: today) ?? 0, runs?.longest ?? 0)
/// ```
public struct Streak: Sendable, Equatable {
    /// Days.
    public var length: Int
    /// The last day of the run.
    public var lastDay: Day

    public init(length: Int, lastDay: Day) {
        self.length = length
        self.lastDay = lastDay
    }

    /// The length as of today: a streak ends once a full day passes without a workout.
    public func length(on today: Day) -> Int {
        lastDay.ordinal >= today.ordinal - 1 ? length : 0
    }

    /// The last run and the longest length in a series of days; nil when it is empty.
    /// - Parameter days: in ascending order, without duplicates.
    public static func runs(in days: some Sequence<Day>) -> (last: Streak, longest: Int)? {
        var last: Streak?
        var longest = 0
        for day in days {
            let continues = last.map { $0.lastDay.ordinal + 1 == day.ordinal } ?? false
            last = Streak(length: continues ? (last?.length ?? 0) + 1 : 1, lastDay: day)
            longest = max(longest, last?.length ?? 0)
        }
        return last.map { ($0, longest) }
    }
}
