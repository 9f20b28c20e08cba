import HTTPTypes
import Hummingbird
import NIOCore
import Paceline
import PacelineAPI
import PacelineEngine

extension Routes {
    /// Routes an endpoint that streams events. The time limit covers only opening the stream.
    mutating func live<Path, Query>(
        _ endpoint: Endpoint<Path, Query, EmptyBody, EventStream>,
        _ handler:
            @escaping @Sendable (Session, EndpointRequest<Path, Query, EmptyBody>) async throws -> LiveStream
    ) {
        let (authenticator, timeLimit) = (authenticator, timeLimit)
        let (bodies, streams) = (bodies, streams)
        register(endpoint) { request, context in
            let events = try await timeLimit.run { () -> EventStreamResponse? in
                try request.expectEmptyBody()
                let session = try await authenticator.session(of: request, context, for: endpoint)
                let reader = try await RequestReader(request, context, for: endpoint, bodies)
                let decoded = try endpoint.read(reader.encoded)
                // HEAD needs only the headers, not a stream.
                guard request.method != .head else { return nil }
                return try await EventStreamResponse(among: streams) { try await handler(session, decoded) }
            }
            return Response(try endpoint.response(EventStream()), events, to: request, over: context.channel)
        }
    }
}

extension Response {
    /// - Parameter events: the body; nil for none.
    init(
        _ head: EncodedResponse, _ events: EventStreamResponse?, to request: Request,
        over channel: any Channel
    ) {
        self.init(head)
        if let events {
            // Capture only the body, which signals that the client has disconnected, not the whole request.
            let requestBody = request.body
            body = ResponseBody { writer in
                try await events.write(to: &writer, inResponseTo: requestBody, over: channel)
            }
        }
        headers[.contentLength] = nil
        // The server watches the connection's input to detect a disconnect, so no other request can follow.
        headers[.connection] = "close"
    }
}

extension Request {
    /// - Throws: ``SocialError/Code/malformed`` if the request has a body.
    func expectEmptyBody() throws(SocialError) {
        guard headers[.transferEncoding] == nil, ["0", nil].contains(headers[.contentLength]) else {
            throw SocialError(.malformed, "A request for a stream must not have a body.")
        }
    }
}
