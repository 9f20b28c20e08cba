import Paceline

extension String {
    /// The text with spaces at which no line ends, for a figure and its unit: `4 × 500 m`, `3 guesses`.
    var unbroken: String { replacing(" ", with: "\u{A0}") }
}

extension WorkoutPattern {
    /// A workout's title as athletes say it. A pattern stays on one line; any other title is as it was written.
    static func shownTitle(_ title: String) -> String { WorkoutPattern(title).spokenName?.unbroken ?? title }
}

extension Workout {
    /// The title as it is shown: see ``WorkoutPattern/shownTitle(_:)``.
    var shownTitle: String { WorkoutPattern.shownTitle(title) }
}
