import Foundation
import Paceline

/// What an ergometer's monitor shows after a session.
struct MonitorScreen: Equatable {
    let title: String
    /// The totals and then the intervals, each with time, metres, split, stroke rate and heart rate.
    let rows: [Row]

    struct Row: Equatable {
        let time: String
        let metres: String
        let split: String
        let strokeRate: String
        let heartRate: String
    }

    private static let maximumRows = 7

    /// - Returns: nil if the title isn't in a monitor's notation, or there are no intervals or splits.
    init?(_ draft: WorkoutDraft) {
        let pattern = WorkoutPattern(draft.title)
        guard pattern.spokenName != nil, let intervals = draft.detail?.intervals, !intervals.isEmpty,
            let total = Row(
                duration: draft.duration, metres: draft.distance, strokeRate: draft.strokeRate,
                heartRate: draft.averageHeartRate)
        else { return nil }
        title = "\(pattern)"
        let others = intervals.compactMap {
            Row(
                duration: $0.duration, metres: $0.distance, strokeRate: $0.strokeRate,
                heartRate: $0.heartRate)
        }
        rows = [total] + others.prefix(Self.maximumRows - 1)
    }
}

extension MonitorScreen.Row {
    /// - Returns: nil if the time or the distance is unknown.
    fileprivate init?(duration: Double?, metres: Double?, strokeRate: Double?, heartRate: Double?) {
        guard let duration, let metres, metres > 0 else { return nil }
        time = Measure.duration(duration, of: .rowing)
        self.metres = Measure.whole(metres)
        split = Measure.duration(duration / metres * 500, of: .rowing)
        self.strokeRate = Measure.whole(strokeRate)
        self.heartRate = Measure.whole(heartRate)
    }
}

extension Canvas {
    /// Draws a monitor in a dim room.
    mutating func drawMonitor(_ screen: MonitorScreen, using random: inout DemoRandom) {
        drawRoom(using: &random)
        // The arm, the case with a highlight along its top, and the rim of the screen.
        fill(.rectangle(x: 430, y: 560, width: 100, height: 120, corner: 12), Colour(0x15171A))
        fill(
            .rectangle(x: 96, y: 34, width: 768, height: 560, corner: 46), Colour(0x0C0D0F), softness: 26,
            opacity: 0.7)
        fill(.rectangle(x: 102, y: 30, width: 756, height: 552, corner: 40), Colour(0x3A3E44))
        fill(.rectangle(x: 104, y: 34, width: 752, height: 548, corner: 38), Colour(0x24272C))
        fill(.rectangle(x: 132, y: 62, width: 696, height: 428, corner: 14), Colour(0x0E0F11))
        let (top, bottom) = (Colour(0xD5DCCB), Colour(0xB9C3AE))
        fill(rows: 70..<482, spans: { _ in 140...820 }) { top.mixed(with: bottom, Double($0 - 70) / 412) }
        for button in 0..<5 {
            fill(
                .rectangle(x: 180 + Double(button) * 124, y: 514, width: 104, height: 38, corner: 19),
                Colour(button == 0 ? 0x6E2B2B : 0x4A4F57))
        }
        drawNumbers(of: screen)
    }

    /// Blurred lamps and a window.
    private mutating func drawRoom(using random: inout DemoRandom) {
        let hue = random.element(of: [Colour(0x33465C), Colour(0x4A3B52), Colour(0x3C4A44), Colour(0x54453B)])
        let dark = hue.mixed(with: Colour(0x0B0C10), 0.75)
        fill(rows: 0..<height) { hue.mixed(with: dark, Double($0) / 640) }
        for _ in 0..<9 {
            let lamp = Shape.disc(
                x: random.number(0.0...960), y: random.number(0.0...420), radius: random.number(18.0...64))
            let glow = random.element(of: [Colour(0xFFD9A0), Colour(0xFFF1D8), Colour(0xA8C8FF)])
            fill(lamp, glow, softness: 10, opacity: random.number(0.06...0.2))
        }
    }

    private mutating func drawNumbers(of screen: MonitorScreen) {
        let ink = Colour(0x20261E)
        draw(screen.title, x: 162, y: 88, scale: 5, ink)
        if let total = screen.rows.first {
            // As large as fits beside the split.
            let scale = min(9, 330 / (total.time.count * DotFont.advance))
            draw(total.time, x: 162, y: 142, scale: scale, ink)
            draw("\(total.split)/500m", x: 510, y: 148, scale: 4, ink)
            draw("\(total.metres)m", x: 510, y: 184, scale: 4, ink)
        }
        fill(x: 160, y: 222, width: 640, height: 3, ink)
        drawRow(["time", "meter", "/500m", "s/m", "♥"], y: 236, ink)
        for (place, row) in screen.rows.dropFirst().enumerated() {
            let texts = [row.time, row.metres, row.split, row.strokeRate, row.heartRate]
            drawRow(texts, y: 272 + place * 34, ink)
        }
    }

    /// Draws texts that end at the edges of the columns.
    private mutating func drawRow(_ texts: [String], y: Int, _ ink: Colour) {
        for (text, right) in zip(texts, [316, 452, 616, 706, 806]) {
            draw(text, x: right - text.count * DotFont.advance * 4, y: y, scale: 4, ink)
        }
    }
}
