import Foundation
import Paceline

/// A chart of bars and a line over a shared axis.
///
/// All positions are fractions of the chart's size, which the stylesheet sets. So a chart fills its place without
/// scaling its text. Drawn with presentation attributes only, since the site allows no inline styles.
struct Chart: Sendable {
    /// A bar. `x` and `width` are fractions of the chart's width, `height` of its height.
    struct Bar: Sendable {
        let x: Double
        let width: Double
        var height: Double
        /// The tooltip.
        var title: String?
        /// The label below the bar.
        var label: String?
        var isEmphasised = false
    }

    /// A point of the line, in fractions of the chart's size, from the bottom left.
    struct Point: Sendable {
        let x: Double
        let y: Double
    }

    /// A line across the chart with its value.
    struct Tick: Sendable {
        let y: Double
        let label: String
    }

    /// The text alternative: a sentence.
    let summary: String
    /// What the axis shows, above the chart.
    var caption: String?
    var ticks: [Tick] = []
    var bars: [Bar] = []
    var line: [Point] = []
    /// Whether the chart is small, as on a card.
    var isSketch = false

    /// Whether all bars are drawn as one shape, which is a third as long and has no tooltips.
    private var isOutlined: Bool { isSketch || bars.count > WorkoutSketch.maximumBars }

    /// The ticks of a scale.
    static func ticks(of scale: Scale, _ label: (Double) -> String) -> [Tick] {
        scale.ticks.map { Tick(y: scale.part(of: $0), label: label($0)) }
    }

    var view: View {
        [
            "summary": .text(summary), "caption": .text(optional: caption), "isSketch": .flag(isSketch),
            "hasAxis": .flag(!ticks.isEmpty),
            "ticks": .list(ticks.map { ["y": Self.percent(1 - $0.y), "label": .text($0.label)] }),
            "bars": isOutlined ? .nothing : .list(bars.map(Self.view)),
            // Lines between bars would hide bars as narrow as they are.
            "isDense": .flag(bars.count > WorkoutSketch.maximumBars),
            "hasShapes": .flag(isOutlined || line.count > 1),
            "shapes": isOutlined ? .list(shapes) : .nothing,
            "marks": .list(
                bars.compactMap { bar in
                    bar.label.map {
                        [
                            "middle": Self.percent(bar.x + bar.width / 2), "label": .text($0),
                            "isStrong": .flag(bar.isEmphasised),
                        ]
                    }
                }),
            "hasMarks": .flag(bars.contains { $0.label != nil }),
            "line": line.count < 2
                ? .nothing
                : .text(line.map { "\(Self.unit($0.x)),\(Self.unit(1 - $0.y))" }.joined(separator: " ")),
        ]
    }

    private static func view(of bar: Bar) -> View {
        [
            "x": percent(bar.x), "width": percent(bar.width), "y": percent(1 - bar.height),
            "height": percent(bar.height), "title": .text(optional: bar.title),
            "isEmphasised": .flag(bar.isEmphasised),
        ]
    }

    /// The outlines of the bars: of the others, then of the emphasised ones.
    private var shapes: [View] {
        [false, true].compactMap { isStrong in
            let bars = bars.filter { $0.isEmphasised == isStrong }
            guard !bars.isEmpty else { return nil }
            return ["isStrong": .flag(isStrong), "path": .text(bars.map(Self.outline).joined())]
        }
    }

    private static func outline(of bar: Bar) -> String {
        let (width, height) = (unit(bar.width), unit(bar.height))
        return "M\(unit(bar.x)) \(unit(1 - bar.height))h\(width)v\(height)h-\(width)z"
    }

    /// A fraction in thousandths, the unit of shapes and lines.
    private static func unit(_ part: Double) -> Int { Int((part * 1_000).rounded()) }

    private static func percent(_ part: Double) -> ViewValue { .text(decimal(part * 100) + "%") }

    /// One decimal, without `.0`.
    static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10)
            ? "\(tenths / 10)" : String(format: "%.1f", Double(tenths) / 10)
    }
}
