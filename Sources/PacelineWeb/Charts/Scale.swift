/// Maps values to a chart's height. The scale may fall: the faster pace, a smaller number, is higher.
struct Scale: Sendable, Equatable {
    /// The values at the bottom and the top of the chart.
    let bottom: Double
    let top: Double
    /// The values that have a line and a label, from bottom to top.
    let ticks: [Double]

    /// The maximum number of ticks above the bottom.
    private static let maximumTicks = 4

    /// A scale from zero to the largest value.
    init(fromZeroTo most: Double) {
        let powers = stride(from: -2.0, through: 9, by: 1).map { Self.power(of: Int($0)) }
        let steps = powers.flatMap { [$0, 2 * $0, 5 * $0] }
        self.init(from: 0, to: max(most, steps[0]), steps: steps)
    }

    /// A scale that covers the values closely. It doesn't start at zero, so a chart must say where it starts.
    ///
    /// The lowest value is above the bottom, so that its bar is visible.
    /// - Parameters:
    ///   - steps: the distances between ticks to choose from, ascending.
    ///   - isFalling: whether smaller values are higher.
    init?(around values: [Double], steps: [Double], isFalling: Bool = false) {
        let values = values.map { isFalling ? -$0 : $0 }
        guard let least = values.min(), let most = values.max(), most.isFinite, least.isFinite else {
            return nil
        }
        let rising = Scale(from: least, to: most, steps: steps)
        self.init(
            bottom: isFalling ? -rising.bottom : rising.bottom, top: isFalling ? -rising.top : rising.top,
            ticks: isFalling ? rising.ticks.map { 0 - $0 } : rising.ticks)
    }

    private init(bottom: Double, top: Double, ticks: [Double]) {
        self.bottom = bottom
        self.top = top
        self.ticks = ticks
    }

    /// The minimum height of the least value above the bottom, as a fraction of a step, so that its bar can be seen.
    private static let leastHeight = 0.25

    /// A rising scale with the smallest step that needs few ticks. It starts at zero if the least value is zero, and
    /// below the least value otherwise.
    private init(from least: Double, to most: Double, steps: [Double]) {
        let bounds = steps.lazy.map { step -> (step: Double, first: Double, last: Double) in
            let first = (least / step).rounded(.down)
            return (
                step, least == 0 ? 0 : least / step - first < Self.leastHeight ? first - 1 : first,
                max((most / step).rounded(.up), first + 1)
            )
        }
        let chosen =
            bounds.first { $0.last - $0.first <= Double(Self.maximumTicks) }
            ?? { () -> (step: Double, first: Double, last: Double) in
                // Only values beyond every limit of a workout have no step.
                let step = max(most - least, 1)
                return (step, (least / step).rounded(.down), (most / step).rounded(.up) + 1)
            }()
        let count = Int(chosen.last - chosen.first)
        self.init(
            bottom: chosen.first * chosen.step, top: chosen.last * chosen.step,
            ticks: (0...count).map { (chosen.first + Double($0)) * chosen.step })
    }

    private static func power(of exponent: Int) -> Double {
        (0..<abs(exponent)).reduce(1) { power, _ in exponent < 0 ? power / 10 : power * 10 }
    }

    /// The height of a value as a fraction, from 0 at the bottom to 1 at the top.
    func part(of value: Double) -> Double {
        min(1, max(0, (value - bottom) / (top - bottom)))
    }
}
