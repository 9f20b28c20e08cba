import Foundation

/// The bars of a chart, one for each piece of a workout, the highest marked.
struct BarsView: Sendable {
    /// One bar: how high it is, and what is said of it under a pointer.
    struct Bar: Sendable {
        /// 0 when it is not known.
        let value: Double
        let title: String
    }

    let view: View

    private static let (width, height) = (640.0, 160.0)
    /// Above it, numbers would run into each other.
    private static let mostNumbered = 20

    /// - Parameter summary: what the chart shows, for whoever does not see it.
    /// - Returns: nil when there is nothing to compare.
    init?(_ bars: [Bar], summary: String) {
        let known = bars.map(\.value).filter { $0 > 0 }
        guard bars.count > 1, let least = known.min(), let most = known.max() else { return nil }
        let step = Self.width / Double(bars.count)
        view = [
            "summary": .text(summary),
            "bars": .list(
                bars.enumerated().map { place, bar in
                    let barHeight = Self.part(bar.value, least, most) * (Self.height - 24)
                    return [
                        "x": Self.decimal(Double(place) * step + step * 0.08),
                        "width": Self.decimal(step * 0.84),
                        "y": Self.decimal(Self.height - 20 - barHeight), "height": Self.decimal(barHeight),
                        "middle": Self.decimal((Double(place) + 0.5) * step),
                        "number": bars.count <= Self.mostNumbered ? .text("\(place + 1)") : .nothing,
                        "isMost": .flag(bar.value == most), "title": .text(bar.title),
                    ]
                }),
        ]
    }

    /// The least is a third as high as the most, so that differences are seen.
    private static func part(_ value: Double, _ least: Double, _ most: Double) -> Double {
        value <= 0 ? 0 : most == least ? 0.8 : 0.35 + 0.65 * (value - least) / (most - least)
    }

    private static func decimal(_ number: Double) -> ViewValue { .text(String(format: "%.1f", number)) }
}
