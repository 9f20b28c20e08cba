import Hummingbird
import NIOCore
import Paceline
import PacelineAPI
import PacelineEngine

/// The body of one Server-Sent Events response, which starts with an event that is already available.
struct EventStreamResponse: Sendable {
    private let first: LiveEvent?
    private let stream: LiveStream
    private let streams: LiveStreams
    private let encode: @Sendable (LiveEvent) throws -> ServerSentEvent

    /// - Parameters:
    ///   - encode: encodes an event.
    ///   - begin: opens the stream.
    /// - Throws: ``SocialError`` if the stream cannot be opened; the response can then still be an error.
    init(
        among streams: LiveStreams,
        encodedBy encode: @escaping @Sendable (LiveEvent) throws -> ServerSentEvent = { try $0.serverSent() },
        _ begin: () async throws -> LiveStream
    ) async throws {
        do {
            stream = try await begin()
        } catch let error as SocialError where error.code == .limitReached {
            // A dead connection still counts until the next heartbeat detects it, within 15 seconds.
            throw SocialError(.limitReached, error.message, field: error.field, retryAfter: 15)
        }
        first = try await stream.next()
        self.streams = streams
        self.encode = encode
    }

    /// Writes events until the stream ends, the server shuts down or the client disconnects.
    /// - Parameter body: the request's empty body; its end signals that the client has disconnected.
    func write(
        to writer: inout any ResponseBodyWriter, inResponseTo body: RequestBody, over channel: any Channel
    ) async throws {
        let connection = LiveConnection(stream) { channel.close(promise: nil) }
        try await streams.counting(connection) {
            try await body.consumeWithInboundCloseHandler { _ in
                try await writeEvents(to: &writer, connection)
            } onInboundClosed: {
                connection.stop()
            }
        }
        try await writer.finish(nil)
    }

    private func writeEvents(
        to writer: inout any ResponseBodyWriter, _ connection: LiveConnection
    ) async throws {
        let end = ContinuousClock.now + Self.maximumDuration + .seconds(Double.random(in: 0...300))
        var next = first
        while let event = next {
            let bytes = ByteBuffer(bytes: try encode(event).encoded)
            try await connection.writing { try await writer.write(bytes) }
            guard .now < end else { return }
            next = try await connection.next()
        }
    }

    /// Ending streams periodically lets clients spread over servers that were added later. A random addition keeps
    /// streams that reconnected together after a restart from all ending at once.
    private static let maximumDuration = Duration.seconds(3_600)
}
