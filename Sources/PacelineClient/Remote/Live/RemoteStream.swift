import Paceline
import PacelineAPI

/// A stream over as many connections as it takes.
actor RemoteStream: LiveSource {
    private let caller: RemoteCaller
    private let items: [FeedItem.ID]
    /// What the next connection goes on after.
    private var position: LogPosition?
    private var connection: Connection?
    /// What has been received and not been asked for yet.
    private var waiting: [LiveEvent] = []
    private var hasBegun = false
    /// Connections in a row that came to nothing.
    private var failures = 0

    init(_ caller: RemoteCaller, after position: LogPosition?, watching items: [FeedItem.ID]) {
        self.caller = caller
        self.position = position
        self.items = items
    }

    func next() async throws -> LiveEvent? {
        while waiting.isEmpty { try await receive() }
        return waiting.removeFirst()
    }

    /// Takes what comes next, from another connection when the last one has ended.
    private func receive() async throws {
        do {
            let body = try await open()
            // The iterator is made anew for each part, since only the stream itself may stay in here.
            var parts = body.makeAsyncIterator()
            let part = try await parts.next(isolation: self)
            try Task.checkCancellation()
            guard let part else { throw TransportFailure.unreachable }
            try take(part)
        } catch {
            connection = nil
            guard let pause = pause(after: error) else { throw caller.social(error) }
            failures += 1
            try await caller.retry.sleep(pause)
        }
    }

    private func open() async throws -> AsyncThrowingStream<[UInt8], any Error> {
        if let connection { return connection.body }
        let body = try await caller.stream(
            API.stream, query: StreamParameters(items: items), after: position)
        connection = Connection(body: body, start: position)
        hasBegun = true
        return body
    }

    private func take(_ part: [UInt8]) throws {
        guard var connection else { return }
        for message in try connection.parser.read(part) {
            let event = try LiveEvent(message)
            position = event.position
            if let event = connection.deduplicated(event) { waiting.append(event) }
            connection.count += 1
        }
        // A connection has come to something once it says more than where it stands.
        if connection.count > 1 { failures = 0 }
        self.connection = connection
    }

    /// How long to wait before connecting again; nil when that would not help.
    private func pause(after error: any Error) -> Duration? {
        guard hasBegun || failures < caller.retry.retries else { return nil }
        switch error {
        case is TransportFailure: return caller.retry.pause(beforeReconnecting: failures)
        case let error as SocialError where error.isTemporary || hasBegun && error.code == .limitReached:
            let asked = Duration.seconds(error.retryAfter ?? 0)
            return max(asked, .zero) + caller.retry.pause(beforeReconnecting: failures)
        default: return nil
        }
    }
}

/// One connection's part of a stream.
private struct Connection {
    let body: AsyncThrowingStream<[UInt8], any Error>
    /// What had been told before.
    var start: LogPosition?
    var parser = ServerSentEventParser()
    /// How many messages it has brought.
    var count = 0

    /// The event, unless it has been told on a connection before this one.
    mutating func deduplicated(_ event: LiveEvent) -> LiveEvent? {
        switch event.content {
        case .upToDate: return event
        case .reset: start = nil
        default: break
        }
        guard let start, event.position <= start else { return event }
        return nil
    }
}

extension SocialError {
    /// Whether the same may succeed later.
    fileprivate var isTemporary: Bool {
        switch code {
        case .unavailable, .timeout, .rateLimited, .internalError: true
        default: false
        }
    }
}

extension RetryPolicy {
    /// How long to wait before taking up a stream again; it doubles up to half a minute, with jitter, so that the many
    /// clients of a server that restarts do not all come back at once.
    fileprivate func pause(beforeReconnecting failures: Int) -> Duration {
        min(pause * (1 << min(failures, 16)), .seconds(30)) * Double.random(in: 0.5...1.5)
    }
}

extension RemoteSession {
    /// - Note: the sequence connects again by itself whenever a connection ends, and goes on where it was: see
    ///   ``RetryPolicy``. It throws when it cannot begin, and ``SocialError/Code/unauthenticated`` when the session is
    ///   over.
    public func events(after position: LogPosition?, watching items: [FeedItem.ID]) -> LiveEvents {
        LiveEvents { RemoteStream(caller, after: position, watching: items) }
    }
}
