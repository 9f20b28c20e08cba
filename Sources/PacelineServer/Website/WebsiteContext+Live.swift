import Hummingbird
import Paceline
import PacelineAPI
import PacelineEngine

extension WebsiteContext {
    /// Responds with a stream of events, under the same limits as the API's stream.
    /// - Parameters:
    ///   - encode: encodes an event for the website's pages.
    ///   - begin: opens the stream.
    /// - Throws: ``SocialError`` if the stream cannot be opened.
    public func stream(
        encodedBy encode: @escaping @Sendable (LiveEvent) throws -> ServerSentEvent,
        _ begin: @escaping @Sendable () async throws -> LiveStream
    ) async throws -> Response {
        let (request, streams) = (request, streams)
        let events = try await withTimeLimit { () -> EventStreamResponse? in
            try request.expectEmptyBody()
            guard request.method != .head else { return nil }
            return try await EventStreamResponse(among: streams, encodedBy: encode, begin)
        }
        return Response(EventStream().response(200), events, to: request, over: context.channel)
    }
}
