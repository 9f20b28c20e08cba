/// What somebody has done, counted over the workouts that the viewer may see.
public struct PersonStats: Sendable, Equatable, Codable {
    public var workouts: Int
    /// Metres.
    public var distance: Double
    /// Kilograms lifted.
    public var volume: Double
    /// Seconds.
    public var duration: Double
    public var xp: Int
    public var level: Int
    /// Days in a row with a workout, up to today or yesterday in the person's own time zone.
    public var currentStreak: Int
    public var longestStreak: Int
    public var favouriteType: WorkoutType?
    /// Workouts a week since the week of the first one.
    public var weeklyAverage: Double

    public static let none = PersonStats()

    public init(
        workouts: Int = 0, distance: Double = 0, volume: Double = 0, duration: Double = 0, xp: Int = 0,
        level: Int = 1, currentStreak: Int = 0, longestStreak: Int = 0, favouriteType: WorkoutType? = nil,
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

    /// Workouts a week, rounded to a tenth; a week that has only begun counts whole.
    public static func weeklyAverage(workouts: Int, first: Day, today: Day) -> Double {
        let weeks = max(1, (today.ordinal - first.ordinal) / 7 + 1)
        return (Double(workouts) / Double(weeks) * 10).rounded() / 10
    }
}

/// Days in a row.
public struct Streak: Sendable, Equatable {
    public var length: Int
    public var lastDay: Day

    public init(length: Int, lastDay: Day) {
        self.length = length
        self.lastDay = lastDay
    }

    /// How long it is today: a streak lives until a whole day has passed without a workout.
    public func length(on today: Day) -> Int {
        lastDay.ordinal >= today.ordinal - 1 ? length : 0
    }

    /// The last and the longest run in days that ascend without repeats; nil when there are none.
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
