import Paceline

/// How a sport shows speed: as a pace, of which less is faster, or in kilometres per hour.
struct SpeedAxis: Sendable {
    let type: WorkoutType

    /// Seconds between the ticks of a pace.
    private static let steps = [1.0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200]

    private var isPace: Bool { type != .cycling }

    /// The metres that a pace is for.
    private var distance: Double { type.usesSplit ? 500 : type == .swimming ? 100 : 1_000 }

    /// - Parameter speed: in metres per second.
    private func value(of speed: Double) -> Double { isPace ? distance / speed : speed * 3.6 }

    /// A scale for speeds. Paces have no zero to start from, so the scale starts near the slowest.
    /// - Parameter speeds: in metres per second.
    func scale(for speeds: [Double]) -> Scale? {
        let values = speeds.map(value)
        guard let most = values.max() else { return nil }
        return isPace
            ? Scale(around: values, steps: Self.steps, isFalling: true) : Scale(fromZeroTo: most)
    }

    func part(of speed: Double, on scale: Scale) -> Double { scale.part(of: value(of: speed)) }

    /// The label of a tick, without the unit.
    func label(_ value: Double) -> String {
        isPace ? Measure.clock(Int(value.rounded())) : Chart.decimal(value)
    }

    /// `1:43.5 /500m`.
    func text(_ speed: Double) -> String {
        Measure.pace(split: 500 / speed, distance: nil, duration: 0, of: type)
    }

    /// `Pace, /500m. The scale starts at 1:50.`
    func caption(_ scale: Scale, _ localizer: Localizer) -> String {
        guard isPace else { return localizer("chart.speed") }
        return localizer("chart.pace", ["metres": unit]) + " "
            + localizer("chart.start", ["value": label(scale.bottom)])
    }

    private var unit: String { distance == 1_000 ? "/km" : "/\(Int(distance))m" }
}
