import CoreMetrics
import Synchronization

/// The open streams of one server.
final class LiveStreams: Sendable {
    private struct State {
        var open: [ObjectIdentifier: LiveConnection] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let gauge: Meter

    init(metrics: any MetricsFactory) {
        gauge = Meter(label: Self.metric, factory: metrics)
        gauge.set(0)
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.open.count } }

    /// Registers the connection while the body runs. If the server is shutting down, ends the stream at once.
    func counting(
        _ connection: LiveConnection, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Void
    ) async throws {
        add(connection)
        defer { remove(connection) }
        try await body()
    }

    private func add(_ connection: LiveConnection) {
        let isClosed = state.withLock { state in
            state.open[ObjectIdentifier(connection)] = connection
            return state.isClosed
        }
        gauge.increment()
        if isClosed { connection.stop() }
    }

    private func remove(_ connection: LiveConnection) {
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
        gauge.decrement()
    }

    /// Ends all streams, and each new one as it is opened: streams never end on their own, and would delay shutdown.
    func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.open.values)
        }
        for connection in open { connection.stop() }
    }

    /// Closes the connections whose clients have stopped reading.
    func endStalled(at now: ContinuousClock.Instant = .now) {
        let open = state.withLock { Array($0.open.values) }
        for connection in open where connection.isStalled(at: now) { connection.abort() }
    }
}

extension LiveStreams {
    private static let metric = "paceline_streams_open"

    static let help = [metric: "Open live streams."]
}
