import HTTPTypes
import Hummingbird
import NIOCore
import Paceline
import PacelineAPI
import PacelineEngine

extension Routes {
    /// Routes what is told for as long as somebody listens. Only its beginning is under the time limit.
    mutating func live<Path, Query>(
        _ endpoint: Endpoint<Path, Query, NoBody, EventStream>,
        _ handler:
            @escaping @Sendable (Session, EndpointRequest<Path, Query, NoBody>) async throws -> LiveStream
    ) {
        let (authenticator, timeLimit, streams) = (authenticator, timeLimit, streams)
        register(endpoint) { request, context in
            let answer = try await timeLimit.run { () -> EventStreamResponse? in
                try request.expectNoBody()
                let session = try await authenticator.session(of: request, context, for: endpoint)
                let reader = try await RequestReader(request, context, for: endpoint)
                let asked = try endpoint.read(reader.encoded)
                // HEAD is answered by what a stream would begin with; nothing has to begin for that.
                guard request.method != .head else { return nil }
                return try await EventStreamResponse(among: streams) { try await handler(session, asked) }
            }
            return Response(try endpoint.reply(EventStream()), answer, to: request, over: context.channel)
        }
    }
}

extension Response {
    /// - Parameter answer: what is told after the head; nil tells nothing.
    init(_ head: Reply, _ answer: EventStreamResponse?, to request: Request, over channel: any Channel) {
        self.init(head)
        if let answer {
            // Of the request nothing is kept but what says that its sender has left.
            let asked = request.body
            body = ResponseBody { writer in
                try await answer.write(to: &writer, inAnswerTo: asked, over: channel)
            }
        }
        headers[.contentLength] = nil
        // Whether the other side is still there is known from its silence: nothing can be asked behind a stream.
        headers[.connection] = "close"
    }
}

extension Request {
    /// - Throws: ``SocialError/Code/malformed`` when it announces a body.
    func expectNoBody() throws(SocialError) {
        guard headers[.transferEncoding] == nil, ["0", nil].contains(headers[.contentLength]) else {
            throw SocialError(.malformed, "A stream is asked for without a body.")
        }
    }
}
