/// What a leaderboard ranks people by: the points of daily games, or an amount of training.
///
/// ```swift
/// let query = LeaderboardQuery(scope: .friends, range: .week, metric: .distance)
/// for row in try await session.leaderboard(query, PageRequest()).rows { print(row.rank, row.points, "m") }
/// ```
///
/// Boards of friends and groups count workouts for friends or more, global ones public workouts. Duplicates count once.
public enum BoardMetric: OpenEnum {
    /// Points in daily games.
    case points
    /// XP, as if only the workouts existed that the board counts.
    case xp
    /// Metres, in sports whose distance earns XP.
    case distance
    /// Seconds of active time.
    case duration
    /// Kilograms lifted.
    case volume
    /// Workouts of at least ten minutes, at most ten a day.
    case workouts
    /// Days with a workout of at least ten minutes.
    case activeDays
    /// The days in a row with a workout of at least ten minutes, up to today or yesterday. It has no range, and no
    /// global board.
    case currentStreak
    /// A metric that this version does not know.
    case unknown(String)

    public static let allCases: [BoardMetric] = [
        .points, .xp, .distance, .duration, .volume, .workouts, .activeDays, .currentStreak,
    ]

    public var rawValue: String {
        switch self {
        case .points: "points"
        case .xp: "xp"
        case .distance: "distance"
        case .duration: "duration"
        case .volume: "volume"
        case .workouts: "workouts"
        case .activeDays: "days"
        case .currentStreak: "streak"
        case .unknown(let word): word
        }
    }
}

extension BoardMetric {
    /// The metrics that groups can choose for their seasons. A streak has no range.
    public static let seasonMetrics = allCases.filter { $0 != .currentStreak }
    /// The metrics that tournaments can have: those of training.
    public static let tournamentMetrics = seasonMetrics.filter(\.isTraining)
    /// How many metrics the seasons of a group can have.
    public static let maxSeasonMetrics = 4
}

extension BoardMetric {
    /// How long a workout must last to count in ``workouts``, ``activeDays`` and ``currentStreak``, in milliseconds.
    package static let shortestWorkout: Int64 = 600_000
    /// How many workouts of a day count in ``workouts``.
    package static let dailyWorkouts = 10
    /// The most days that a moving or custom range of a global board by training may have.
    package static let maxGlobalDays = 31

    /// The sports whose distance counts in ``distance``.
    package static let sportsWithDistance = ExperiencePolicy.current.rates.compactMap { rate in
        rate.perKilometre > 0 ? rate.type : nil
    }

    /// Whether it is an amount of training.
    package var isTraining: Bool {
        switch self {
        case .xp, .distance, .duration, .volume, .workouts, .activeDays, .currentStreak: true
        case .points, .unknown: false
        }
    }

    /// An amount as text: `12 pts`, `1,630 XP`, `42.2 km`, `3 h 20 min`, `12.3 t`, `4 workouts`, `5 days`.
    package func label(of amount: Int) -> String {
        switch self {
        case .points: Score.label(points: amount)
        case .xp: "\(Measure.grouped(amount)) XP"
        case .distance: Measure.distance(Double(amount))
        case .duration: Measure.hours(Int64(amount))
        case .volume:
            amount < 1_000 ? Measure.weight(Double(amount)) : "\(Measure.decimal(Double(amount) / 1_000)) t"
        case .workouts: Measure.count(amount, "workout")
        case .activeDays, .currentStreak: Measure.count(amount, "day")
        case .unknown: Measure.grouped(amount)
        }
    }
}
