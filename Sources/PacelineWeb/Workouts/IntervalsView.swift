import Foundation
import Paceline

/// The pieces of a workout, as a chart of how fast each was and as a table of everything.
struct IntervalsView: Sendable {
    let view: View

    /// - Returns: nil when there are no intervals.
    init?(_ intervals: [Interval], _ type: WorkoutType, _ wording: Wording) {
        guard !intervals.isEmpty else { return nil }
        let bars = intervals.map { BarsView.Bar(value: Self.speed(of: $0), title: Self.pace(of: $0, type)) }
        let summary = wording("intervals.summary", ["count": "\(intervals.count)"])
        view = [
            "rows": .list(intervals.map { Self.row($0, type) }),
            "chart": .view(optional: BarsView(bars, summary: summary)?.view),
            "hasRest": .flag(intervals.contains { $0.restDuration != nil }),
            "count": .text(wording.count("intervals.count", intervals.count)),
        ]
    }

    /// Metres a second; 0 when it is not known.
    private static func speed(of interval: Interval) -> Double {
        if let split = interval.split, split > 0 { return 500 / split }
        guard let duration = interval.duration, duration > 0 else { return 0 }
        return (interval.distance ?? 0) / duration
    }

    /// The unit of the pace is that of the summary above, and is left out.
    private static func row(_ interval: Interval, _ type: WorkoutType) -> View {
        func shown(_ text: String?) -> ViewValue { .text(text.flatMap { $0.isEmpty ? nil : $0 } ?? "–") }
        return [
            "number": .text("\(interval.index + 1)"),
            "duration": shown(interval.duration.map { Measure.duration($0, of: type) }),
            "distance": shown(Measure.distance(interval.distance, of: type)),
            "pace": shown(pace(of: interval, type).split(separator: " ").first.map(String.init)),
            "rate": shown(Measure.whole(interval.strokeRate)),
            "heartRate": shown(Measure.whole(interval.heartRate)),
            "rest": shown(interval.restDuration.flatMap { ClockTime(seconds: $0)?.description }),
        ]
    }

    private static func pace(of interval: Interval, _ type: WorkoutType) -> String {
        Measure.pace(
            split: interval.split, distance: interval.distance, duration: interval.duration ?? 0, of: type)
    }
}
