import CoreMetrics
import Synchronization

/// The streams that one server has open.
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

    /// How many are open.
    var count: Int { state.withLock { $0.open.count } }

    /// Counts the connection for as long as the body runs. Once the server is stopping, it is stopped at once.
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

    /// Ends every stream, and any other as it begins: the server stops, and does not wait for what never ends by itself.
    func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.open.values)
        }
        for connection in open { connection.stop() }
    }

    /// Ends those whose readers have taken nothing for too long.
    func endStalled(at now: ContinuousClock.Instant = .now) {
        let open = state.withLock { Array($0.open.values) }
        for connection in open where connection.isStalled(at: now) { connection.cut() }
    }
}

extension LiveStreams {
    private static let metric = "paceline_streams_open"

    static let help = [metric: "Streams that are open."]
}
