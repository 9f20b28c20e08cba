import Foundation

/// A bar chart with a bar for each interval or set. The highest is highlighted.
struct BarsView: Sendable {
    /// A bar, with its value and tooltip.
    struct Bar: Sendable {
        /// The value; 0 if it is unknown.
        let value: Double
        let title: String
    }

    let view: View

    private static let (width, height) = (640.0, 160.0)
    /// With more bars, the numbers would overlap.
    private static let maximumNumbered = 20

    /// - Parameter summary: the text alternative of the chart.
    /// - Returns: nil if there is nothing to compare.
    init?(_ bars: [Bar], summary: String) {
        let known = bars.map(\.value).filter { $0 > 0 }
        guard bars.count > 1, let least = known.min(), let most = known.max() else { return nil }
        let step = Self.width / Double(bars.count)
        view = [
            "summary": .text(summary),
            "bars": .list(
                bars.enumerated().map { index, bar in
                    let barHeight = Self.part(bar.value, least, most) * (Self.height - 24)
                    return [
                        "x": Self.decimal(Double(index) * step + step * 0.08),
                        "width": Self.decimal(step * 0.84),
                        "y": Self.decimal(Self.height - 20 - barHeight), "height": Self.decimal(barHeight),
                        "middle": Self.decimal((Double(index) + 0.5) * step),
                        "number": bars.count <= Self.maximumNumbered ? .text("\(index + 1)") : .nothing,
                        "isMost": .flag(bar.value == most), "title": .text(bar.title),
                    ]
                }),
        ]
    }

    /// Scales the lowest bar to a third of the highest, so that small differences show.
    private static func part(_ value: Double, _ least: Double, _ most: Double) -> Double {
        value <= 0 ? 0 : most == least ? 0.8 : 0.35 + 0.65 * (value - least) / (most - least)
    }

    private static func decimal(_ number: Double) -> ViewValue { .text(String(format: "%.1f", number)) }
}
