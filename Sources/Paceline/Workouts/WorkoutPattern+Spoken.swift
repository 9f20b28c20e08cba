extension WorkoutPattern {
    /// The pattern as athletes say it, in symbols that every language shares: `4 × 500 m`, `3 × 10 min`, `5k`.
    ///
    /// The rest is left out. Nil for variable intervals, whose further pieces are unknown, and for ``other(_:)``.
    ///
    /// ```swift
    /// WorkoutPattern("3x10:00/2:00r").spokenName  // "3 × 10 min"
    /// WorkoutPattern("5000m").spokenName  // "5k"
    /// ```
    public var spokenName: String? {
        switch self {
        case .single(.distance(let metres)) where metres >= 1_000 && metres.isMultiple(of: 1_000):
            "\(metres / 1_000)k"
        case .single(.distance(let metres)) where metres >= 10_000 && metres.isMultiple(of: 100):
            "\(metres / 1_000).\(metres / 100 % 10)k"
        case .single(let piece), .intervals(1, let piece, _): piece.spokenName
        case .intervals(let count, let piece, _): "\(count) × \(piece.spokenName)"
        case .variable, .other: nil
        }
    }

    /// A workout's title as athletes say it: a pattern's ``spokenName``, and any other title as it is.
    package static func spokenTitle(_ title: String) -> String { WorkoutPattern(title).spokenName ?? title }
}

extension WorkoutPattern.Piece {
    fileprivate var spokenName: String {
        switch self {
        case .distance(let metres) where metres >= 10_000 && metres.isMultiple(of: 1_000):
            "\(metres / 1_000) km"
        case .distance(let metres): "\(metres) m"
        case .time(let time) where time.tenths >= 600 && time.tenths.isMultiple(of: 600):
            "\(time.tenths / 600) min"
        case .time(let time) where time.tenths < 600 && time.tenths.isMultiple(of: 10):
            "\(time.tenths / 10) s"
        case .time(let time): "\(time)"
        case .calories(let calories): "\(calories) kcal"
        }
    }
}

extension Workout {
    /// The title as athletes say it: a pattern's ``WorkoutPattern/spokenName``, and any other title as it is.
    ///
    /// Show it wherever the title is read, and ``title`` where it is edited.
    public var spokenTitle: String { WorkoutPattern.spokenTitle(title) }
}
