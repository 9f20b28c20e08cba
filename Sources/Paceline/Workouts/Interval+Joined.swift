extension [Interval] {
    /// The intervals, joined in groups of the same size if there are more than a chart can show.
    package func joined(upTo limit: Int) -> [Interval] {
        guard count > limit else { return self }
        let size = (count + limit - 1) / limit
        return stride(from: 0, to: count, by: size).map { start in
            Interval(joining: self[start..<Swift.min(start + size, count)], index: start / size)
        }
    }
}

extension Interval {
    /// Joins intervals that follow each other. Values that are unknown for one of them are unknown for the whole.
    fileprivate init(joining intervals: ArraySlice<Interval>, index: Int) {
        let pieces = intervals.compactMap(WorkoutSketch.Piece.init)
        self.init(index: index)
        guard pieces.count == intervals.count else { return }
        let total = pieces.reduce(0) { $0 + $1.duration }
        duration = total
        distance = pieces.reduce(0) { $0 + $1.speed * $1.duration }
        restDuration = pieces.reduce(0) { $0 + $1.rest }
        let beats = zip(intervals, pieces).compactMap { interval, piece in
            interval.heartRate.map { $0 * piece.duration }
        }
        if beats.count == intervals.count { heartRate = beats.reduce(0, +) / total }
    }
}
