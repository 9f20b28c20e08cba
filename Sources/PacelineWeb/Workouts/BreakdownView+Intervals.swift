import Paceline

extension BreakdownView {
    /// Creates the breakdown of intervals by speed.
    /// - Returns: nil if there are no intervals.
    init?(_ intervals: [Interval], _ type: WorkoutType, _ localizer: Localizer) {
        guard !intervals.isEmpty else { return nil }
        let pieces = intervals.compactMap(WorkoutSketch.Piece.init)
        let paces =
            pieces.count == intervals.count
            ? IntervalChart(pieces: pieces, type: type, localizer: localizer).chart : nil
        let pace = type == .cycling ? "speed" : "pace"
        let keys = [
            "intervals.number", "measure.time", "measure.distance", "measure.\(pace)", "intervals.rate",
            "intervals.heartRate",
        ]
        let hasRest = intervals.contains { $0.restDuration != nil }
        let titles = (keys + (hasRest ? ["intervals.rest"] : [])).map { localizer($0) }
        self.init(
            "intervals", title: localizer.count("intervals.count", intervals.count),
            charts: [paces, Chart.heartRate(intervals, localizer)].compactMap(\.self),
            label: localizer("intervals.table"), columns: titles.map { Cell($0) },
            rows: intervals.map { Self.row($0, type).prefix(titles.count).map { Cell($0) } })
    }

    /// The pace is shown without its unit, which the summary above gives.
    private static func row(_ interval: Interval, _ type: WorkoutType) -> [String] {
        func shown(_ text: String?) -> String { text.flatMap { $0.isEmpty ? nil : $0 } ?? "–" }
        return [
            "\(interval.index + 1)",
            shown(interval.duration.map { Measure.duration($0, of: type) }),
            shown(Measure.distance(interval.distance, of: type)),
            shown(pace(of: interval, type).split(separator: " ").first.map(String.init)),
            shown(Measure.whole(interval.strokeRate)),
            shown(Measure.whole(interval.heartRate)),
            shown(interval.restDuration.flatMap { ClockTime(seconds: $0)?.description }),
        ]
    }

    private static func pace(of interval: Interval, _ type: WorkoutType) -> String {
        Measure.pace(
            split: interval.split, distance: interval.distance, duration: interval.duration ?? 0, of: type)
    }
}
