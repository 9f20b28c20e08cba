import Synchronization

/// Counts requests, and writes the counts as Prometheus reads them.
final class RequestMeasures: Sendable {
    private struct Key: Hashable {
        let operation: String
        let method: String
        let status: Int
    }

    private struct Tally {
        var count = 0
        var seconds = 0.0
        /// How many took at most each of ``bounds``.
        var buckets = [Int](repeating: 0, count: RequestMeasures.bounds.count)
    }

    private struct State {
        var inFlight = 0
        var tallies: [Key: Tally] = [:]
    }

    /// Seconds.
    private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
    private let state = Mutex(State())

    func begin() { state.withLock { $0.inFlight += 1 } }
    func end() { state.withLock { $0.inFlight -= 1 } }

    func note(operation: String, method: String, status: Int, _ duration: Duration) {
        let seconds = duration / .seconds(1)
        state.withLock { state in
            var tally = state.tallies[Key(operation: operation, method: method, status: status)] ?? Tally()
            tally.count += 1
            tally.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
                tally.buckets[index] += 1
            }
            state.tallies[Key(operation: operation, method: method, status: status)] = tally
        }
    }

    /// The Prometheus text format, version 0.0.4.
    var text: String {
        let state = state.withLock { $0 }
        var lines = [
            "# HELP paceline_requests_in_flight Requests being answered.",
            "# TYPE paceline_requests_in_flight gauge", "paceline_requests_in_flight \(state.inFlight)",
            "# HELP paceline_request_duration_seconds How long requests took.",
            "# TYPE paceline_request_duration_seconds histogram",
        ]
        let name = "paceline_request_duration_seconds"
        for (key, tally) in state.tallies.sorted(by: { Self.labels($0.key) < Self.labels($1.key) }) {
            let labels = Self.labels(key)
            for (bound, count) in zip(Self.bounds, tally.buckets) {
                lines.append("\(name)_bucket{\(labels),le=\"\(bound)\"} \(count)")
            }
            lines.append("\(name)_bucket{\(labels),le=\"+Inf\"} \(tally.count)")
            lines.append("\(name)_sum{\(labels)} \(tally.seconds)")
            lines.append("\(name)_count{\(labels)} \(tally.count)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func labels(_ key: Key) -> String {
        "path=\"\(key.operation)\",method=\"\(key.method)\",status=\"\(key.status)\""
    }
}
