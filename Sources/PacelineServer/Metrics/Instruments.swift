import CoreMetrics
import Synchronization

/// The values of one time series.
protocol Instrument: AnyObject, Sendable {
    /// The metric type in Prometheus.
    var kind: String { get }
    func write(to text: inout PrometheusText, name: String, labels: String)
}

/// A counter, which only increases.
final class CounterInstrument: Instrument, CounterHandler {
    let kind = "counter"
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        text.sample(name, labels: labels, count.load(ordering: .relaxed))
    }
}

/// A gauge, which can go up and down.
final class GaugeInstrument: Instrument, MeterHandler, RecorderHandler {
    let kind = "gauge"
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        text.sample(name, labels: labels, value.withLock { $0 })
    }
}

/// A histogram with fixed bucket bounds.
final class HistogramInstrument: Instrument, TimerHandler, RecorderHandler {
    /// Bucket bounds for durations, in seconds.
    static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// Bucket bounds for sizes.
    static let sizes = [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

    private struct State {
        /// Values per bucket, not cumulative; the last bucket holds those above all bounds.
        var counts: [Int]
        var sum = 0.0
    }

    let kind = "histogram"
    private let bounds: [Double]
    private let state: Mutex<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        let state = state.withLock { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        var total = 0
        for (bound, count) in zip(bounds.map(\.description) + ["+Inf"], state.counts) {
            total += count
            text.sample("\(name)_bucket", labels: "\(prefix)le=\"\(bound)\"", total)
        }
        text.sample("\(name)_sum", labels: labels, state.sum)
        text.sample("\(name)_count", labels: labels, total)
    }
}
