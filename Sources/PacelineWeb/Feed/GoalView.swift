import Paceline
import PacelineEngine

/// Progress towards the weekly goal: a bar for each measure with a target.
struct GoalView: Sendable {
    let views: [View]
    /// The fraction done, from 0 to 1, as the mean of all measures; nil without a goal.
    let fraction: Double?

    init(_ goal: WeeklyGoal, _ week: TrainingWeek, _ localizer: Localizer) {
        let bars = [
            ("distance", week.distance, goal.distance, { Measure.distance($0) }),
            ("volume", week.volume, goal.volume, { Measure.weight($0) }),
            ("minutes", week.duration / 60, goal.minutes, { localizer.length($0 * 60) }),
        ]
        let wanted = bars.filter { $0.2 > 0 }
        let parts = wanted.map { min(1, $0.1 / Double($0.2)) }
        fraction = parts.isEmpty ? nil : parts.reduce(0, +) / Double(parts.count)
        views = wanted.map { name, done, target, format in
            Self.bar(localizer.texts("goal.bar.\(name)"), done, Double(target), format, localizer)
        }
    }

    private static func bar(
        _ name: String, _ done: Double, _ target: Double, _ format: (Double) -> String, _ localizer: Localizer
    ) -> View {
        let (reached, wanted) = (format(done).unbroken, format(target).unbroken)
        return [
            "name": .text(name),
            "text": .text(localizer("goal.of", ["done": reached.isEmpty ? "0" : reached, "goal": wanted])),
            "value": .text("\(Int(min(done, target).rounded()))"), "most": .text("\(Int(target))"),
            "isReached": .flag(done >= target),
        ]
    }
}
