import Hummingbird
import NIOCore
import Paceline
import PacelineAPI

/// What is told on one stream, from its first event on.
struct LiveAnswer: Sendable {
    private let first: LiveEvent?
    private let rest: LiveEvents.Iterator
    private let streams: LiveStreams

    /// - Throws: ``SocialError`` when the stream cannot begin, while the caller can still be told.
    init(_ events: LiveEvents, among streams: LiveStreams) async throws {
        var iterator = events.makeAsyncIterator()
        do {
            first = try await iterator.next()
        } catch let error as SocialError where error.code == .limitReached {
            // One that is gone without a word is found out by the next pulse.
            throw SocialError(.limitReached, error.message, field: error.field, retryAfter: 15)
        }
        rest = iterator
        self.streams = streams
    }

    /// Writes events until there are no more, the server stops, or nobody is there to read them.
    func write(to writer: inout any ResponseBodyWriter, of request: Request) async throws {
        let connection = LiveConnection()
        // Used by the work alone until it is over, and here only after that.
        nonisolated(unsafe) let pen = writer
        try await streams.counting(connection) {
            try await request.body.consumeWithInboundCloseHandler { body in
                try await connection.run {
                    try await Self.finish(body)
                    try await tell(to: pen, connection)
                }
            } onInboundClosed: {
                connection.stop()
            }
        }
        try await writer.finish(nil)
    }

    /// Waits for the end of the request, which has no body: one that did would hide that its sender has gone.
    private static func finish(_ body: RequestBody) async throws {
        for try await part in body where part.readableBytes > 0 {
            throw SocialError(.malformed, "A stream is asked for without a body.")
        }
    }

    private func tell(to writer: any ResponseBodyWriter, _ connection: LiveConnection) async throws {
        var (writer, events, next) = (writer, rest, first)
        let end = ContinuousClock.now + Self.longest + .seconds(Double.random(in: 0...300))
        while let event = next, !Task.isCancelled {
            let bytes = ByteBuffer(bytes: try event.serverSent().encoded)
            try await connection.writing { try await writer.write(bytes) }
            next = .now < end ? try await events.next() : nil
        }
    }

    /// Streams end now and then, so that connections spread over servers that come later; and not all at once, since
    /// those that were taken up again after a restart all began together.
    private static let longest = Duration.seconds(3_600)
}
