/// The pieces that a pattern speaks of, as far as it is known what was done in them.
extension WorkoutPattern {
    /// The intervals of the workout; empty for a single piece and for what is no pattern.
    ///
    /// A pattern is a plan, and intervals hold what was measured. So a piece's length is filled in only when the
    /// totals bear the plan out, and of a pattern whose pieces differ only the first is filled in. Splits are left
    /// out: an average over all pieces is no piece's measurement.
    /// - Parameters:
    ///   - duration: seconds of work, all pieces together.
    ///   - distance: metres of work, all pieces together; nil when unknown.
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

    /// What is known of the whole is known of the only piece.
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
    /// Whether so many of it are the whole workout, give or take the rounding of each piece.
    fileprivate func adds(up count: Int, to duration: Double, _ distance: Double?) -> Bool {
        switch self {
        case .distance(let metres):
            distance.map { abs($0 - Double(metres * count)) <= Double(count) } ?? false
        case .time(let time): abs(duration - time.seconds * Double(count)) <= Double(count) / 10 + 0.01
        case .calories: false
        }
    }
}
