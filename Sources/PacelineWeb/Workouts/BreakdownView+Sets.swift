import Paceline

extension BreakdownView {
    /// Creates the breakdown of sets by weight lifted.
    /// - Returns: nil if there are no sets.
    init?(_ sets: [ExerciseSet], _ localizer: Localizer) {
        guard !sets.isEmpty else { return nil }
        let bars = sets.map { BarsView.Bar(value: Self.volume(of: $0), title: Self.title(of: $0)) }
        let summary = localizer("sets.summary", ["count": "\(sets.count)"])
        self.init(
            "sets", title: localizer("sets.title"), chart: BarsView(bars, summary: summary),
            label: localizer("sets.table"),
            columns: [
                Column(title: localizer("intervals.number")),
                Column(title: localizer("sets.exercise"), isNamed: true),
                Column(title: localizer("sets.repetitions")), Column(title: localizer("sets.weight")),
            ],
            rows: sets.map {
                ["\($0.index + 1)", $0.exercise, Self.repetitions(of: $0), Self.weight(of: $0)]
            })
    }

    /// In kilograms.
    private static func volume(of set: ExerciseSet) -> Double {
        Double(set.repetitions ?? 0) * (set.weight ?? 0)
    }

    private static func title(of set: ExerciseSet) -> String {
        "\(set.exercise), \(repetitions(of: set)) × \(weight(of: set))"
    }

    private static func repetitions(of set: ExerciseSet) -> String { set.repetitions.map(String.init) ?? "–" }

    private static func weight(of set: ExerciseSet) -> String {
        let weight = Measure.weight(set.weight)
        return weight.isEmpty ? "–" : weight
    }
}
