import Foundation
import Paceline

extension BreakdownView {
    /// Creates the breakdown of intervals by speed.
    /// - Returns: nil if there are no intervals.
    init?(_ intervals: [Interval], _ type: WorkoutType, _ localizer: Localizer) {
        guard !intervals.isEmpty else { return nil }
        let bars = intervals.map { BarsView.Bar(value: Self.speed(of: $0), title: Self.pace(of: $0, type)) }
        let summary = localizer("intervals.summary", ["count": "\(intervals.count)"])
        let hasRest = intervals.contains { $0.restDuration != nil }
        let columns = [
            "intervals.number", "measure.time", "measure.distance", "measure.pace", "intervals.rate",
            "intervals.heartRate",
        ]
        self.init(
            "intervals", title: localizer.count("intervals.count", intervals.count),
            chart: BarsView(bars, summary: summary), label: localizer("intervals.table"),
            columns: (columns + (hasRest ? ["intervals.rest"] : [])).map { Column(title: localizer($0)) },
            rows: intervals.map { Self.row($0, type) })
    }

    /// In metres per second; 0 if it is unknown.
    private static func speed(of interval: Interval) -> Double {
        if let split = interval.split, split > 0 { return 500 / split }
        guard let duration = interval.duration, duration > 0 else { return 0 }
        return (interval.distance ?? 0) / duration
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
