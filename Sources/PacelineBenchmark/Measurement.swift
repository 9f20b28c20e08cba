import Foundation

/// How long something took, many times over.
struct Measurement: Codable {
    var name: String
    /// What it has to reach, as the goal is written.
    var goal: String
    var p50Milliseconds: Double?
    var p99Milliseconds: Double?
    var perSecond: Double?
    var ratio: Double?
    var isReached: Bool

    /// The quantiles of durations that are at most the goals, in milliseconds.
    init(_ name: String, _ durations: [Duration], p50 goal50: Double?, p99 goal99: Double? = nil) {
        let sorted = durations.sorted()
        let p50 = sorted[sorted.count / 2].milliseconds
        let p99 = sorted[sorted.count * 99 / 100].milliseconds
        self.name = name
        goal = [goal50.map { "p50 ≤ \($0) ms" }, goal99.map { "p99 ≤ \($0) ms" }].compactMap(\.self)
            .joined(separator: ", ")
        p50Milliseconds = p50
        p99Milliseconds = p99
        isReached = p50 <= goal50 ?? .infinity && p99 <= goal99 ?? .infinity
    }

    init(_ name: String, perSecond: Double, atLeast goal: Double) {
        self.name = name
        self.goal = "≥ \(Int(goal))/s"
        self.perSecond = perSecond
        isReached = perSecond >= goal
    }

    init(_ name: String, ratio: Double, goal: String, isReached: Bool) {
        self.name = name
        self.goal = goal
        self.ratio = ratio
        self.isReached = isReached
    }

    var row: String {
        let values = [
            p50Milliseconds.map { String(format: "p50 %.3f ms", $0) },
            p99Milliseconds.map { String(format: "p99 %.3f ms", $0) },
            perSecond.map { String(format: "%.0f/s", $0) }, ratio.map { String(format: "%.3f", $0) },
        ]
        return
            "| \(name) | \(values.compactMap(\.self).joined(separator: ", ")) | \(goal) | \(isReached ? "yes" : "**no**") |"
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
