import CoreMetrics
import Synchronization

/// Collects the metrics of one server in memory, for Prometheus to scrape.
///
/// It is a swift-metrics factory. To scrape other libraries' metrics as well, bootstrap the process with it:
///
/// ```swift
/// let metrics = MetricsRegistry(help: MetricsRegistry.serverHelp)
/// MetricsSystem.bootstrap(metrics)
/// ```
public final class MetricsRegistry: MetricsFactory {
    private let series = Mutex<[Series: any Instrument]>([:])
    private let help: [String: String]
    /// The most series kept, so that a label with unbounded values cannot exhaust memory.
    private static let largestCount = 10_000

    /// - Parameter help: the help text of each metric, by its label.
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

    // Series are kept until the process ends: a counter that disappears would look like a restart.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the instrument of the series, creating it if needed. If a series exists with another type, the new
    /// instrument works but is not exported.
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

    /// All metrics in the Prometheus text format 0.0.4.
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
