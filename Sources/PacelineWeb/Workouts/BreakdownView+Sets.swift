import Paceline

extension BreakdownView {
    /// Creates the breakdown of sets by exercise and weight lifted.
    /// - Parameters:
    ///   - path: the page of the workout.
    ///   - position: the index of a row to show.
    /// - Returns: nil if there are no sets.
    init?(_ sets: [ExerciseSet], of path: String, at position: String?, _ localizer: Localizer) {
        guard !sets.isEmpty else { return nil }
        let window = RowWindow(at: position, of: sets.count, size: Self.rowsPerPage)
        let numbered = sets.byExercise.flatMap { Array($0.sets.enumerated()) }
        let page = Array(numbered[window.rows])
        var lifts: LiftsView?
        if case .exercises(let exercises)? = WorkoutSketch(WorkoutDetail(sets: sets))?.content,
            exercises.count > 1
        {
            lifts = LiftsView(exercises, localizer)
        }
        self.init(
            "sets", title: localizer("sets.title"), lifts: lifts, label: localizer("sets.table"),
            window: window.view(of: path, "sets", localizer),
            columns: [
                .named(localizer("sets.exercise")), Cell(localizer("intervals.number")),
                Cell(localizer("sets.repetitions")), Cell(localizer("sets.weight")),
            ],
            rows: page.map(\.element).byExercise.enumerated().flatMap { index, exercise in
                // Only the first exercise of a page may have begun before.
                let first = index == 0 ? page[0].offset : 0
                return exercise.sets.enumerated().map { number, set in
                    (number == 0 ? [.named(exercise.name, rows: exercise.sets.count)] : []) + [
                        Cell("\(first + number + 1)"), Cell(set.repetitions.map(String.init) ?? "–"),
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
