import Paceline
import PacelineAPI

/// A live stream that reconnects and resumes as needed.
actor RemoteStream: LiveSource {
    private let client: APIClient
    private let items: [FeedItem.ID]
    /// The position of the last event, to resume after.
    private var position: LogPosition?
    private var connection: Connection?
    /// Events received but not yet delivered.
    private var waiting: [LiveEvent] = []
    private var hasBegun = false
    /// Consecutive failed connections.
    private var failures = 0

    init(_ client: APIClient, after position: LogPosition?, watching items: [FeedItem.ID]) {
        self.client = client
        self.position = position
        self.items = items
    }

    func next() async throws -> LiveEvent? {
        while waiting.isEmpty { try await receive() }
        return waiting.removeFirst()
    }

    /// Receives the next chunk, over a new connection if the last one has ended.
    private func receive() async throws {
        do {
            let body = try await open()
            // A new iterator for each chunk, since an iterator cannot be stored in an actor.
            var iterator = body.makeAsyncIterator()
            let chunk = try await iterator.next(isolation: self)
            try Task.checkCancellation()
            guard let chunk else { throw TransportFailure.unreachable }
            try take(chunk)
        } catch {
            connection = nil
            guard let pause = pause(after: error) else { throw client.socialError(for: error) }
            failures += 1
            try await client.retry.sleep(pause)
        }
    }

    private func open() async throws -> AsyncThrowingStream<[UInt8], any Error> {
        if let connection { return connection.body }
        let body = try await client.stream(
            API.stream, query: StreamParameters(items: items), after: position)
        connection = Connection(body: body, start: position)
        hasBegun = true
        return body
    }

    private func take(_ chunk: [UInt8]) throws {
        guard var connection else { return }
        for message in try connection.parser.read(chunk) {
            let event = try LiveEvent(message)
            position = event.position
            if let event = connection.deduplicated(event) { waiting.append(event) }
            connection.count += 1
        }
        // A connection counts as successful after its second event: the first is only its position.
        if connection.count > 1 { failures = 0 }
        self.connection = connection
    }

    /// The pause before reconnecting; nil if that would not help.
    private func pause(after error: any Error) -> Duration? {
        guard hasBegun || failures < client.retry.retries else { return nil }
        switch error {
        case is TransportFailure: return client.retry.pause(beforeReconnecting: failures)
        case let error as SocialError where error.isTemporary || hasBegun && error.code == .limitReached:
            let requested = Duration.seconds(error.retryAfter ?? 0)
            return max(requested, .zero) + client.retry.pause(beforeReconnecting: failures)
        default: return nil
        }
    }
}

/// One connection of a stream.
private struct Connection {
    let body: AsyncThrowingStream<[UInt8], any Error>
    /// The position at which the connection started.
    var start: LogPosition?
    var parser = ServerSentEventParser()
    /// The number of messages received.
    var count = 0

    /// Returns the event; nil if an earlier connection has already delivered it.
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
    /// Whether a retry may succeed.
    fileprivate var isTemporary: Bool {
        switch code {
        case .unavailable, .timeout, .rateLimited, .internalError: true
        default: false
        }
    }
}

extension RetryPolicy {
    /// The pause before reconnecting a stream. It doubles up to 30 seconds, with jitter, so that clients do not all
    /// reconnect at once after a server restarts.
    fileprivate func pause(beforeReconnecting failures: Int) -> Duration {
        min(pause * (1 << min(failures, 16)), .seconds(30)) * Double.random(in: 0.5...1.5)
    }
}

extension RemoteSession {
    /// Streams events as they happen.
    ///
    /// The sequence reconnects and resumes by itself whenever a connection ends. It throws if it cannot connect at the
    /// start within the retries of the ``RetryPolicy``, ``SocialError/Code/unauthenticated`` when the session ends, and
    /// `CancellationError` when the task is cancelled.
    ///
    /// ```swift
    /// for try await event in session.events(after: nil, watching: []) {
    ///     if case .item(let item) = event.content { show(item) }
    /// }
    /// ```
    /// - Parameters:
    ///   - position: the position of the last event received; nil to start now.
    ///   - items: the items on screen, whose kudos and comments are included.
    public func events(after position: LogPosition?, watching items: [FeedItem.ID]) -> LiveEvents {
        LiveEvents { RemoteStream(client, after: position, watching: items) }
    }
}
