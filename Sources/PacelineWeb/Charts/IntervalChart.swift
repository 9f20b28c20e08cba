import Paceline

/// A chart of intervals: a bar's height is the speed, its width the duration, and a gap is a rest.
struct IntervalChart: Sendable {
    let intervals: WorkoutSketch.Intervals
    let type: WorkoutType
    let localizer: Localizer

    /// Below narrower bars, the numbers would overlap.
    private static let narrowestNumbered = 0.035

    /// The small chart on a card. Its axis names only the ends of the scale.
    var sketch: Chart? {
        chart { scale, axis in
            let ticks = Chart.ticks(of: scale, axis.label)
            return Chart(
                summary: summary(axis), ticks: [ticks.first, ticks.last].compactMap { $0 },
                bars: bars(scale, axis, isNumbered: false), isSketch: true)
        }
    }

    /// The chart on the workout's page.
    var chart: Chart? {
        chart { scale, axis in
            Chart(
                summary: summary(axis), caption: axis.caption(scale, localizer),
                ticks: Chart.ticks(of: scale, axis.label), bars: bars(scale, axis, isNumbered: true))
        }
    }

    private func chart(_ draw: (Scale, SpeedAxis) -> Chart) -> Chart? {
        let axis = SpeedAxis(type: type)
        let speeds = [intervals.speeds.lowerBound, intervals.speeds.upperBound]
        guard let scale = axis.scale(for: speeds + intervals.pieces.map(\.speed)) else { return nil }
        return draw(scale, axis)
    }

    /// `8 intervals, from 1:52.0 /500m to 1:43.5 /500m.`
    private func summary(_ axis: SpeedAxis) -> String {
        let (slowest, fastest) = (
            axis.text(intervals.speeds.lowerBound), axis.text(intervals.speeds.upperBound)
        )
        let count = localizer.count(
            intervals.areSplits ? "intervals.splits" : "intervals.count", intervals.count)
        return slowest == fastest
            ? localizer("chart.even", ["count": count, "pace": fastest])
            : localizer("chart.range", ["count": count, "slowest": slowest, "fastest": fastest])
    }

    private func bars(_ scale: Scale, _ axis: SpeedAxis, isNumbered: Bool) -> [Chart.Bar] {
        let drawn = intervals.pieces
        // The number of a bar is that of its interval.
        let isWhole = drawn.count == intervals.count
        let shortest = drawn.shortestCompared(asSplits: intervals.areSplits)
        let fastest = drawn.filter { $0.duration >= shortest }.map(\.speed).max()
        return zip(drawn, Self.places(of: drawn)).enumerated().map { index, bar in
            let (piece, place) = bar
            return Chart.Bar(
                x: place.x, width: place.width, height: axis.part(of: piece.speed, on: scale),
                title: isNumbered ? axis.text(piece.speed) : nil,
                label: isNumbered && isWhole && place.width >= Self.narrowestNumbered ? "\(index + 1)" : nil,
                isEmphasised: piece.speed == fastest && piece.duration >= shortest)
        }
    }

    /// The place of each piece, as fractions of the time from the first to the end of the last.
    static func places(of pieces: [WorkoutSketch.Piece]) -> [(x: Double, width: Double)] {
        let rests = pieces.dropLast().map(\.rest) + [0]
        let total = zip(pieces, rests).reduce(0) { $0 + $1.0.duration + $1.1 }
        var elapsed = 0.0
        return zip(pieces, rests).map { piece, rest in
            defer { elapsed += piece.duration + rest }
            return (elapsed / total, piece.duration / total)
        }
    }
}
