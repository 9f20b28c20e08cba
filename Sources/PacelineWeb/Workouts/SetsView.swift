import Paceline

/// The sets of a workout, as a chart of how much each lifted and as a table of everything.
struct SetsView: Sendable {
    let view: View

    /// - Returns: nil when there are no sets.
    init?(_ sets: [ExerciseSet], _ wording: Wording) {
        guard !sets.isEmpty else { return nil }
        let bars = sets.map { BarsView.Bar(value: Self.volume(of: $0), title: Self.title(of: $0)) }
        let summary = wording("sets.summary", ["count": "\(sets.count)"])
        view = [
            "rows": .list(sets.map(Self.row)),
            "chart": .view(optional: BarsView(bars, summary: summary)?.view),
        ]
    }

    /// Kilograms in all.
    private static func volume(of set: ExerciseSet) -> Double {
        Double(set.repetitions ?? 0) * (set.weight ?? 0)
    }

    private static func title(of set: ExerciseSet) -> String {
        "\(set.exercise), \(repetitions(of: set)) × \(weight(of: set))"
    }

    private static func row(_ set: ExerciseSet) -> View {
        [
            "number": .text("\(set.index + 1)"), "exercise": .text(set.exercise),
            "repetitions": .text(repetitions(of: set)), "weight": .text(weight(of: set)),
        ]
    }

    private static func repetitions(of set: ExerciseSet) -> String { set.repetitions.map(String.init) ?? "–" }

    private static func weight(of set: ExerciseSet) -> String {
        let weight = Measure.weight(set.weight)
        return weight.isEmpty ? "–" : weight
    }
}
