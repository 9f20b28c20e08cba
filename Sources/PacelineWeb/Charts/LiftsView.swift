import Paceline

/// The weight lifted in each exercise, as a list with bars from zero. It is text, so it needs no text alternative.
struct LiftsView: Sendable {
    let view: View

    /// - Parameter limit: the maximum number of exercises; the rest is counted.
    init(_ exercises: [WorkoutSketch.Exercise], limit: Int = .max, _ localizer: Localizer) {
        let most = exercises.map(\.volume).max() ?? 1
        let hidden = exercises.count - min(exercises.count, limit)
        view = [
            "lifts": .list(
                exercises.prefix(limit).map {
                    [
                        "name": .text($0.name), "volume": .text(Measure.weight($0.volume)),
                        "part": .text(Chart.decimal(100 * $0.volume / most) + "%"),
                    ]
                }),
            "others": hidden == 0 ? .nothing : .text(localizer.count("chart.moreExercises", hidden)),
        ]
    }
}
