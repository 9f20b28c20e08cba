import Paceline
import PacelineDatabase

extension BoardMetric: SQLEnum {}

extension BoardMetric {
    /// The metrics of training that have global boards.
    static let global: [BoardMetric] = [.xp, .distance, .duration, .volume, .workouts, .activeDays]

    /// The number in place of a game's in the keys of global boards; nil without such a board. It never changes.
    var boardNumber: Int? {
        let offset: Int? =
            switch self {
            case .xp: 0
            case .distance: 1
            case .duration: 2
            case .volume: 3
            case .workouts: 4
            case .activeDays: 5
            case .points, .currentStreak, .unknown: nil
            }
        return offset.map { BoardKey.firstMetricNumber + $0 }
    }

    /// Whether it reveals details of workouts, such as distances, from which XP follows too.
    var needsDetails: Bool {
        switch self {
        case .xp, .distance, .volume, .duration: true
        case .points, .workouts, .activeDays, .currentStreak, .unknown: false
        }
    }
}

/// The table of a metric's daily amounts, with a row for each person, closeness and day.
struct TrainingDays: Sendable {
    let table: SQL
    let person: SQL
    let closeness: SQL
    let day: SQL
    /// The amount of a day, a whole number. Boards add up days, so that all ranges agree with each other.
    let amount: SQL

    /// - Returns: nil for metrics that do not add up days of training.
    init?(of metric: BoardMetric) {
        switch metric {
        case .points, .currentStreak, .unknown: return nil
        case .xp:
            self.init(
                table: "experience_days", person: "experience_days.person",
                closeness: "experience_days.audience", day: "experience_days.day",
                amount: "experience_days.xp")
        case .distance: self.init(amount: "stats_days.millimetres / 1000")
        case .duration: self.init(amount: Self.secondsOfDay)
        case .volume: self.init(amount: "stats_days.grams / 1000")
        case .workouts: self.init(amount: Self.countedWorkouts)
        case .activeDays:
            self.init(amount: "CAST(CASE WHEN stats_days.long_workouts > 0 THEN 1 ELSE 0 END AS BIGINT)")
        }
    }

    /// At most those of 24 hours: several recordings, and long ones by their first day, may add up to more.
    private static let secondsOfDay: SQL = """
        CAST(CASE WHEN stats_days.milliseconds > 86400000 THEN 86400
            ELSE stats_days.milliseconds / 1000 END AS BIGINT)
        """

    private init(table: SQL, person: SQL, closeness: SQL, day: SQL, amount: SQL) {
        self.table = table
        self.person = person
        self.closeness = closeness
        self.day = day
        self.amount = amount
    }

    private init(amount: SQL) {
        self.init(
            table: "stats_days", person: "stats_days.person", closeness: "stats_days.reach",
            day: "stats_days.day", amount: amount)
    }

    private static let countedWorkouts: SQL = """
        CASE WHEN stats_days.long_workouts > \(BoardMetric.dailyWorkouts) THEN \(BoardMetric.dailyWorkouts)
            ELSE stats_days.long_workouts END
        """

    /// The sum over several rows.
    var sum: SQL { "CAST(SUM(\(amount)) AS BIGINT)" }

    /// A condition on the rows that viewers of a closeness see of a person.
    /// - Parameter days: nil for all time.
    func isSeen(of person: SQL, from closeness: Closeness, on days: ClosedRange<Day>?) -> SQL {
        """
        \(self.person) = \(person) AND \(self.closeness) = \(closeness.rawValue)
            \(days.map { "AND \(day) BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? .empty)
        """
    }
}

extension SQL {
    /// Whether a person's training is on the global boards. Needs `people` and `settings`.
    static let isOnTrainingBoards: SQL = "\(isOnGlobalBoards) AND people.shows_workout_stats = 1"

    /// Whether others see a person on the boards of a metric. Needs `people`.
    static func sharesTraining(_ metric: BoardMetric) -> SQL {
        metric.needsDetails
            ? "people.shows_workout_stats = 1 AND people.shows_workout_details = 1"
            : "people.shows_workout_stats = 1"
    }
}
