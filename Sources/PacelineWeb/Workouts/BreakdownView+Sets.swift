import Paceline

extension BreakdownView {
    /// Creates the breakdown of sets by exercise and weight lifted.
    /// - Returns: nil if there are no sets.
    init?(_ sets: [ExerciseSet], _ localizer: Localizer) {
        guard !sets.isEmpty else { return nil }
        var lifts: LiftsView?
        if case .exercises(let exercises)? = WorkoutSketch(WorkoutDetail(sets: sets))?.content,
            exercises.count > 1
        {
            lifts = LiftsView(exercises, localizer)
        }
        self.init(
            "sets", title: localizer("sets.title"), lifts: lifts, label: localizer("sets.table"),
            columns: [
                .named(localizer("sets.exercise")), Cell(localizer("intervals.number")),
                Cell(localizer("sets.repetitions")), Cell(localizer("sets.weight")),
            ],
            rows: sets.byExercise.flatMap { exercise in
                exercise.sets.enumerated().map { number, set in
                    (number == 0 ? [.named(exercise.name, rows: exercise.sets.count)] : []) + [
                        Cell("\(number + 1)"), Cell(set.repetitions.map(String.init) ?? "–"),
                        Cell(Self.weight(of: set)),
                    ]
                }
            })
    }

    private static func weight(of set: ExerciseSet) -> String {
        let weight = Measure.weight(set.weight)
        return weight.isEmpty ? "–" : weight
    }
}
