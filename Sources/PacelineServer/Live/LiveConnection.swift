import Paceline
import PacelineEngine
import Synchronization

/// The connection of one stream, which the server can end.
final class LiveConnection: Sendable {
    private let stream: LiveStream
    private let writingSince = Mutex<ContinuousClock.Instant?>(nil)
    private let close: @Sendable () -> Void

    /// How long one write may take before the client counts as stalled.
    private static let writeTimeout = Duration.seconds(30)

    /// - Parameter close: closes the connection at once, dropping pending writes.
    init(_ stream: LiveStream, close: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.close = close
    }

    /// Waits for the next event; nil when the stream has ended.
    func next() async throws -> LiveEvent? {
        try await stream.next()
    }

    /// Ends the stream after the current write, so that no event is cut off. The client can resume it.
    func stop() {
        stream.end()
    }

    /// Ends the stream and closes the connection, even during a write.
    func abort() {
        stop()
        close()
    }

    /// Tracks how long a write takes.
    func writing(_ write: () async throws -> Void) async throws {
        writingSince.withLock { $0 = .now }
        defer { writingSince.withLock { $0 = nil } }
        try await write()
    }

    func isStalled(at now: ContinuousClock.Instant) -> Bool {
        writingSince.withLock { since in since.map { now - $0 > Self.writeTimeout } ?? false }
    }
}
