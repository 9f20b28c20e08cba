import Foundation

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
    /// Whether the chart is small and without an axis.
    var isSketch = false

    /// The ticks of a scale.
    static func ticks(of scale: Scale, _ label: (Double) -> String) -> [Tick] {
        scale.ticks.map { Tick(y: scale.part(of: $0), label: label($0)) }
    }

    var view: View {
        [
            "summary": .text(summary), "caption": .text(optional: caption), "isSketch": .flag(isSketch),
            "hasAxis": .flag(!ticks.isEmpty),
            "ticks": .list(ticks.map { ["y": Self.percent(1 - $0.y), "label": .text($0.label)] }),
            "bars": .list(bars.map(Self.view)),
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
                : .text(
                    line.map { "\(Self.decimal($0.x * 100)),\(Self.decimal((1 - $0.y) * 100))" }
                        .joined(separator: " ")),
        ]
    }

    private static func view(of bar: Bar) -> View {
        [
            "x": percent(bar.x), "width": percent(bar.width), "y": percent(1 - bar.height),
            "height": percent(bar.height), "title": .text(optional: bar.title),
            "isEmphasised": .flag(bar.isEmphasised),
        ]
    }

    private static func percent(_ part: Double) -> ViewValue { .text(decimal(part * 100) + "%") }

    /// One decimal, without `.0`.
    static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10)
            ? "\(tenths / 10)" : String(format: "%.1f", Double(tenths) / 10)
    }
}
