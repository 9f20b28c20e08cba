import Paceline
import PacelineEngine
import Synchronization

/// The connection of one stream, which others may end.
final class LiveConnection: Sendable {
    private let stream: LiveStream
    private let writingSince = Mutex<ContinuousClock.Instant?>(nil)
    private let close: @Sendable () -> Void

    /// How long one write may take: as long as a reader is given who does not read.
    private static let writeTimeout = Duration.seconds(30)

    /// - Parameter close: closes the connection, whatever waits to be written.
    init(_ stream: LiveStream, close: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.close = close
    }

    /// The next event, once there is one; nil when the stream is over.
    func next() async throws -> LiveEvent? {
        try await stream.next()
    }

    /// Ends the stream after what is being written: whoever writes is never cut off in the middle of it. Its reader can
    /// take it up again.
    func stop() {
        stream.end()
    }

    /// Ends the stream and the connection, whatever is being written.
    func cut() {
        stop()
        close()
    }

    /// Notes how long the writing takes.
    func writing(_ write: () async throws -> Void) async throws {
        writingSince.withLock { $0 = .now }
        defer { writingSince.withLock { $0 = nil } }
        try await write()
    }

    func isStalled(at now: ContinuousClock.Instant) -> Bool {
        writingSince.withLock { since in since.map { now - $0 > Self.writeTimeout } ?? false }
    }
}
