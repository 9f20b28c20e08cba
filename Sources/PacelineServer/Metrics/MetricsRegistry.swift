import CoreMetrics
import Synchronization

/// Keeps the metrics of one server in memory, for Prometheus to collect.
///
/// What is measured goes through swift-metrics, so this can also be made the process's own metrics system, and whatever
/// else the process measures is then collected with it.
public final class MetricsRegistry: MetricsFactory {
    private let series = Mutex<[Series: any Instrument]>([:])
    private let help: [String: String]
    /// More series than this are not kept: a label that takes any value must not fill the memory.
    private static let largestCount = 10_000

    /// - Parameter help: a sentence about each metric, by its label.
    public init(help: [String: String] = [:]) {
        self.help = help
    }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        instrument(label, dimensions) { CounterInstrument() }
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        instrument(label, dimensions) { GaugeInstrument() }
    }

    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        aggregate
            ? instrument(label, dimensions) { HistogramInstrument(bounds: HistogramInstrument.sizes) }
            : instrument(label, dimensions) { GaugeInstrument() }
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        instrument(label, dimensions) { HistogramInstrument(bounds: HistogramInstrument.seconds) }
    }

    // A series is kept for as long as the process lives: a counter that vanished would look like a restart.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// The one instrument of the series; two that share a name must be of one kind, or the later is not kept.
    private func instrument<Kind: Instrument>(
        _ name: String, _ labels: [(String, String)], make: () -> Kind
    ) -> Kind {
        let key = Series(name: name, labels: labels)
        return series.withLock { series in
            if let known = series[key] as? Kind { return known }
            let instrument = make()
            if series[key] == nil, series.count < Self.largestCount { series[key] = instrument }
            return instrument
        }
    }

    /// Everything that was measured, in the Prometheus text format 0.0.4.
    public var text: String {
        let all = series.withLock { $0 }
        let byName = Dictionary(grouping: all, by: \.key.prometheusName)
        var text = PrometheusText()
        for (name, family) in byName.sorted(by: { $0.key < $1.key }) {
            let sorted = family.sorted { $0.key.prometheusLabels < $1.key.prometheusLabels }
            guard let first = sorted.first else { continue }
            text.begin(name, first.value.kind, help: help[first.key.name])
            for (key, instrument) in sorted {
                instrument.write(to: &text, name: name, labels: key.prometheusLabels)
            }
        }
        return text.text
    }
}
