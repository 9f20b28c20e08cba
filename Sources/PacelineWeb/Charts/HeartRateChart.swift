import Paceline

extension Chart {
    /// The heart rate over a workout's intervals, as a line.
    /// - Parameter drawn: the points, of one interval or several each.
    /// - Returns: nil unless every interval has a heart rate.
    static func heartRate(
        _ intervals: [Interval], drawn: [Interval], _ localizer: Localizer
    ) -> Chart? {
        let pieces = drawn.compactMap(WorkoutSketch.Piece.init)
        let rates = intervals.compactMap(\.heartRate)
        guard rates.count > 1, rates.count == intervals.count, pieces.count == drawn.count,
            let scale = Scale(around: rates, steps: [2, 5, 10, 20, 50, 100])
        else { return nil }
        let points = zip(drawn.compactMap(\.heartRate), IntervalChart.places(of: pieces)).map { rate, place in
            Point(x: place.x + place.width / 2, y: scale.part(of: rate))
        }
        let (least, most) = (Measure.whole(rates.min()), Measure.whole(rates.max()))
        return Chart(
            summary: localizer("chart.heartRates", ["least": least, "most": most]),
            caption: localizer("chart.heartRate") + " "
                + localizer("chart.start", ["value": Measure.whole(scale.bottom)]),
            ticks: ticks(of: scale, Measure.whole), line: points)
    }
}
