import Foundation
import Paceline

/// The pieces of a workout, as a chart of how fast each was and as a table of everything.
struct IntervalsView: Sendable {
    let view: View

    private static let (width, height) = (640.0, 160.0)

    /// - Returns: nil when there are no intervals.
    init?(_ intervals: [Interval], _ type: WorkoutType, _ wording: Wording) {
        guard !intervals.isEmpty else { return nil }
        let speeds = intervals.map(Self.speed)
        view = [
            "rows": .list(intervals.map { Self.row($0, type) }),
            "bars": .list(speeds.count > 1 ? Self.bars(speeds, intervals, type) : []),
            "hasChart": .flag(speeds.count > 1 && speeds.contains { $0 > 0 }),
            "summary": .text(wording("intervals.summary", ["count": "\(intervals.count)"])),
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

    /// The slowest is half as high as the fastest when they are far apart, so that differences are seen.
    private static func bars(_ speeds: [Double], _ intervals: [Interval], _ type: WorkoutType) -> [View] {
        let known = speeds.filter { $0 > 0 }
        let (least, most) = (known.min() ?? 0, known.max() ?? 1)
        let step = width / Double(speeds.count)
        return speeds.enumerated().map { place, speed in
            let part = speed <= 0 ? 0 : most == least ? 0.8 : 0.35 + 0.65 * (speed - least) / (most - least)
            let barHeight = part * (height - 24)
            return [
                "x": .text(decimal(Double(place) * step + step * 0.08)), "width": .text(decimal(step * 0.84)),
                "y": .text(decimal(height - 20 - barHeight)), "height": .text(decimal(barHeight)),
                "middle": .text(decimal((Double(place) + 0.5) * step)),
                "number": speeds.count <= 20 ? .text("\(place + 1)") : .nothing,
                "isFastest": .flag(speed == most), "pace": .text(pace(of: intervals[place], type)),
            ]
        }
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

    private static func decimal(_ number: Double) -> String { String(format: "%.1f", number) }
}
