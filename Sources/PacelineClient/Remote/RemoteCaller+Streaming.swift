import Paceline
import PacelineAPI

extension RemoteCaller {
    /// Asks for what goes on and on, once.
    /// - Parameter position: where it is to go on.
    /// - Returns: what comes, in parts of any size.
    /// - Throws: ``TransportFailure`` when no answer came, ``SocialError`` when the server refused.
    func stream<Query>(
        _ endpoint: Endpoint<NoParameters, Query, NoBody, EventStream>, query: Query,
        after position: LogPosition?
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        var request = try request(endpoint, NoParameters(), query, NoBody(), nil)
        request.headers["Accept"] = ServerSentEvent.mediaType
        if let position { request.headers["Last-Event-ID"] = position.description }
        let reply = try await transport.stream(request)
        guard reply.head.status == 200 else { throw error(in: try await Self.whole(reply)) }
        guard reply.head.contentType?.hasPrefix(ServerSentEvent.mediaType) == true else { throw unexpected }
        return reply.body
    }

    /// The answer with its body, which is short when it tells of a problem.
    private static func whole(_ reply: StreamedReply) async throws -> Reply {
        var whole = reply.head
        for try await part in reply.body where whole.body.count < longestProblem { whole.body += part }
        return whole
    }

    private static let longestProblem = 64 * 1_024
}
