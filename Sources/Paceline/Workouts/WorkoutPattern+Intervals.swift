extension WorkoutPattern {
    /// The intervals of the workout; empty for a single piece and for ``other(_:)``.
    ///
    /// A pattern is a plan, while intervals contain measurements. So a piece's length is filled in only when the totals
    /// confirm the plan, and for pieces that differ only the first is. Splits stay nil: an average over all pieces is
    /// not the measurement of any.
    /// - Parameters:
    ///   - duration: total seconds of work.
    ///   - distance: total metres of work; nil when unknown.
    public func intervals(duration: Double, distance: Double?) -> [Interval] {
        switch self {
        case .single, .other: []
        case .intervals(1, let piece, let rest): [Self.only(piece, rest, duration, distance)]
        case .intervals(let count, let piece, let rest):
            (0..<count).map {
                Self.interval($0, piece.adds(up: count, to: duration, distance) ? piece : nil, rest)
            }
        case .variable(let count, let first, let rest):
            (0..<count).map { $0 == 0 ? Self.interval(0, first, rest) : Interval(index: $0) }
        }
    }

    /// A single interval has the totals as its measurements.
    private static func only(_ piece: Piece, _ rest: Rest?, _ duration: Double, _ distance: Double?)
        -> Interval
    {
        var interval = interval(0, nil, rest)
        interval.duration = duration
        interval.distance = distance
        return interval
    }

    private static func interval(_ index: Int, _ piece: Piece?, _ rest: Rest?) -> Interval {
        var interval = Interval(index: index)
        switch piece {
        case .distance(let metres): interval.distance = Double(metres)
        case .time(let time): interval.duration = time.seconds
        case .calories, nil: break
        }
        if case .time(let time) = rest { interval.restDuration = time.seconds }
        return interval
    }
}

extension WorkoutPattern.Piece {
    /// Whether `count` such pieces add up to the totals, allowing for rounding of each piece.
    fileprivate func adds(up count: Int, to duration: Double, _ distance: Double?) -> Bool {
        switch self {
        case .distance(let metres):
            distance.map { abs($0 - Double(metres * count)) <= Double(count) } ?? false
        case .time(let time): abs(duration - time.seconds * Double(count)) <= Double(count) / 10 + 0.01
        case .calories: false
        }
    }
}
