import Paceline
import PacelineAPI

extension APIClient {
    /// Opens a stream, without retries.
    /// - Parameter position: the position to resume after; nil to start now.
    /// - Returns: the body, in chunks of any size.
    /// - Throws: ``TransportFailure`` if there was no response, ``SocialError`` if the server returned an error.
    func stream<Query>(
        _ endpoint: Endpoint<NoParameters, Query, EmptyBody, EventStream>, query: Query,
        after position: LogPosition?
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        var request = try request(endpoint, NoParameters(), query, EmptyBody(), nil)
        request.headers["Accept"] = ServerSentEvent.mediaType
        if let position { request.headers["Last-Event-ID"] = position.description }
        let response = try await transport.stream(request)
        guard response.head.status == 200 else { throw error(in: try await Self.collected(response)) }
        guard response.head.contentType?.hasPrefix(ServerSentEvent.mediaType) == true else {
            throw unexpectedResponse
        }
        return response.body
    }

    /// Collects the body of an error response, up to a limit.
    private static func collected(_ response: StreamedResponse) async throws -> EncodedResponse {
        var collected = response.head
        for try await chunk in response.body where collected.body.count < maximumProblemSize {
            collected.body += chunk
        }
        return collected
    }

    private static let maximumProblemSize = 64 * 1_024
}
