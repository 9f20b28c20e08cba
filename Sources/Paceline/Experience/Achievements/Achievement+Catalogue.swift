// Ids are stored, and never change.

extension Achievement {
    /// All badges, in the order in which they are shown.
    package static let catalogue = AchievementDefinition.all.compactMap(\.achievement)
}

extension AchievementDefinition {
    /// All badges with their rules.
    package static let all = singleWorkouts + severalWorkouts + milestones

    private static let singleWorkouts: [AchievementDefinition] = [
        .run("fiveK", "5K", 5_000_000), .run("tenK", "10K", 10_000_000),
        .run("halfMarathon", "Half marathon", 21_097_500), .run("marathon", "Marathon", 42_195_000),
        .run("ultra", "Ultra", 50_000_000),
        .one("rideCentury", "Century ride", "Ride 100 km in one workout") {
            $0.type == .cycling && $0.millimetres >= 100_000_000
        },
        .one("rowTest", "2K test", "Row a test of 2,000 m") {
            $0.type == .rowing && $0.isErgTest && $0.isCompleted && $0.millimetres == 2_000_000
        },
        .one("rowHour", "Hour row", "Row for an hour in one workout") {
            $0.type == .rowing && $0.milliseconds >= 3_600_000
        },
        .one("swimMile", "Mile swim", "Swim 1,609 m in one workout") {
            $0.type == .swimming && $0.millimetres >= 1_609_000
        },
        .one("tonne", "Tonne", "Lift 1,000 kg in one workout") { $0.grams >= 1_000_000 },
        .one("earlyBird", "Early bird", "Start a workout between 4 and 6 in the morning") {
            (4..<6).contains($0.hour)
        },
        .one("nightOwl", "Night owl", "Start a workout between 10 in the evening and 4 in the morning") {
            $0.hour >= 22 || $0.hour < 4
        },
    ]

    private static let severalWorkouts: [AchievementDefinition] = [
        .several("doubleDay", "Double day", "Earn XP with two workouts on one day", .doubleDay),
        .several(
            "perfectWeek", "Perfect week", "Work out on every day of a week, Monday to Sunday", .perfectWeek),
        .several("triathlete", "Triathlete", "Swim, ride and run within a week", .triathlete),
        .several("allRounder", "All-rounder", "Do five sports within a month", .allRounder(5)),
        .several(
            "comeback", "Comeback", "Work out again after 30 days without a workout", .comeback(days: 30)),
    ]

    private static let milestones: [AchievementDefinition] = {
        var milestones: [AchievementDefinition] = []
        for goal in [1, 10, 50, 100, 250, 500, 1_000] {
            let unit = goal == 1 ? "workout" : "workouts"
            milestones.append(.total("workouts", goal, .workouts, times: 1, unit, "Publish"))
        }
        for goal in [100, 500, 1_000, 5_000, 10_000] {
            milestones.append(.total("kilometres", goal, .millimetres, times: 1_000_000, "km", "Cover"))
        }
        for goal in [10, 100, 1_000] {
            milestones.append(.total("tonnes", goal, .grams, times: 1_000_000, "tonnes", "Lift"))
        }
        for goal in [10, 100, 500, 1_000] {
            milestones.append(.total("hours", goal, .milliseconds, times: 3_600_000, "hours", "Train for"))
        }
        for days in [7, 30, 100, 365] {
            milestones.append(
                .milestone(
                    "streak\(days)", "\(days)-day streak", "Work out on \(days) days in a row",
                    .total(.longestStreak, Int64(days))))
        }
        return milestones
    }()
}

extension AchievementDefinition {
    private static func several(
        _ id: String, _ name: String, _ task: String, _ rule: AchievementRule
    ) -> AchievementDefinition {
        AchievementDefinition(
            Achievement(id: .init(trusted: id), kind: .achievement, name: name, task: task), rule)
    }

    private static func one(
        _ id: String, _ name: String, _ task: String,
        _ condition: @escaping @Sendable (TrainingRecord) -> Bool
    ) -> AchievementDefinition {
        several(id, name, task, .workout(condition))
    }

    private static func run(_ id: String, _ name: String, _ millimetres: Int64) -> AchievementDefinition {
        one(id, name, "Run \(Measure.kilometres(millimetres)) in one workout") {
            $0.type == .running && $0.millimetres >= millimetres
        }
    }

    private static func milestone(
        _ id: String, _ name: String, _ task: String, _ rule: AchievementRule
    ) -> AchievementDefinition {
        AchievementDefinition(
            Achievement(id: .init(trusted: id), kind: .milestone, name: name, task: task), rule)
    }

    /// - Parameter factor: the number of stored units in one unit of the goal.
    private static func total(
        _ id: String, _ goal: Int, _ total: TrainingTotal, times factor: Int64, _ unit: String, _ verb: String
    ) -> AchievementDefinition {
        let amount = "\(Measure.grouped(goal)) \(unit)"
        return milestone(
            "\(id)\(goal)", amount, "\(verb) \(amount) in total", .total(total, Int64(goal) * factor))
    }
}
