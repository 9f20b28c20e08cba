import Paceline

extension BreakdownView {
    /// The most bars of a chart. On a phone, more would be narrower than a pixel.
    private static let barsShown = 240

    /// Creates the breakdown of intervals by speed.
    /// - Returns: nil if there are no intervals.
    /// - Parameters:
    ///   - path: the page of the workout.
    ///   - position: the index of a row to show.
    init?(
        _ intervals: [Interval], _ type: WorkoutType, of path: String, at position: String?,
        _ localizer: Localizer
    ) {
        guard !intervals.isEmpty else { return nil }
        let window = RowWindow(at: position, of: intervals.count, size: Self.rowsPerPage)
        let drawn = intervals.joined(upTo: Self.barsShown)
        let paces = WorkoutSketch.Intervals(intervals, upTo: Self.barsShown).flatMap {
            IntervalChart(intervals: $0, type: type, localizer: localizer).chart
        }
        let pace = type == .cycling ? "speed" : "pace"
        let columns: [(key: String, text: (Interval) -> String?)] = [
            ("intervals.number", { "\($0.index + 1)" }),
            ("measure.time", { $0.duration.map { Measure.duration($0, of: type) } }),
            ("measure.distance", { Measure.distance($0.distance, of: type) }),
            ("measure.\(pace)", { Self.pace(of: $0, type) }),
            ("intervals.rate", { Measure.whole($0.strokeRate) }),
            ("intervals.heartRate", { Measure.whole($0.heartRate) }),
            ("intervals.rest", { $0.restDuration.flatMap { ClockTime(seconds: $0)?.description } }),
        ]
        // Columns without any value are left out.
        let shown = columns.filter { column in intervals.contains { column.text($0)?.isEmpty == false } }
        self.init(
            "intervals",
            title: localizer.count(
                intervals.areSplits ? "intervals.splits" : "intervals.count", intervals.count),
            charts: [paces, Chart.heartRate(intervals, drawn: drawn, localizer)].compactMap(\.self),
            label: localizer("intervals.table"), window: window.view(of: path, "intervals", localizer),
            columns: shown.map { Cell(localizer($0.key)) },
            rows: intervals[window.rows].map { interval in
                shown.map { column in
                    let text = column.text(interval) ?? ""
                    return Cell(text.isEmpty ? "–" : text)
                }
            })
    }

    /// The pace without its unit, which the summary above gives.
    private static func pace(of interval: Interval, _ type: WorkoutType) -> String {
        let pace = Measure.pace(
            split: interval.split, distance: interval.distance, duration: interval.duration ?? 0, of: type)
        return pace.split(separator: " ").first.map(String.init) ?? ""
    }
}
