import Hummingbird
import NIOCore
import Paceline
import PacelineAPI
import PacelineEngine

/// What is told on one stream, from its first event on.
struct EventStreamResponse: Sendable {
    private let first: LiveEvent?
    private let stream: LiveStream
    private let streams: LiveStreams
    private let say: @Sendable (LiveEvent) throws -> ServerSentEvent

    /// - Parameters:
    ///   - say: writes an event down.
    ///   - begin: begins the stream.
    /// - Throws: ``SocialError`` when the stream cannot begin, while the caller can still be told.
    init(
        among streams: LiveStreams,
        saying say: @escaping @Sendable (LiveEvent) throws -> ServerSentEvent = { try $0.serverSent() },
        _ begin: () async throws -> LiveStream
    ) async throws {
        do {
            stream = try await begin()
        } catch let error as SocialError where error.code == .limitReached {
            // One that is gone without a word is found out by the next pulse.
            throw SocialError(.limitReached, error.message, field: error.field, retryAfter: 15)
        }
        first = try await stream.next()
        self.streams = streams
        self.say = say
    }

    /// Writes events until there are no more, the server stops, or nobody is there to read them.
    /// - Parameter body: of a request that has none: behind one, its sender's leaving would go unnoticed.
    func write(
        to writer: inout any ResponseBodyWriter, inAnswerTo body: RequestBody, over channel: any Channel
    ) async throws {
        let connection = LiveConnection(stream) { channel.close(promise: nil) }
        try await streams.counting(connection) {
            try await body.consumeWithInboundCloseHandler { _ in
                try await tell(to: &writer, connection)
            } onInboundClosed: {
                connection.stop()
            }
        }
        try await writer.finish(nil)
    }

    private func tell(to writer: inout any ResponseBodyWriter, _ connection: LiveConnection) async throws {
        let end = ContinuousClock.now + Self.longest + .seconds(Double.random(in: 0...300))
        var next = first
        while let event = next {
            let bytes = ByteBuffer(bytes: try say(event).encoded)
            try await connection.writing { try await writer.write(bytes) }
            guard .now < end else { return }
            next = try await connection.next()
        }
    }

    /// Streams end now and then, so that connections spread over servers that come later; and not all at once, since
    /// those that were taken up again after a restart all began together.
    private static let longest = Duration.seconds(3_600)
}
