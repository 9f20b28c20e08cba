import Hummingbird
import Paceline
import PacelineAPI
import PacelineEngine

extension Admission {
    /// Tells what happens for as long as somebody listens, as the stream of the API does and among its streams.
    /// - Parameters:
    ///   - say: writes an event down as the website's pages understand it.
    ///   - begin: begins the stream.
    /// - Throws: ``SocialError`` when the stream cannot begin.
    public func stream(
        saying say: @escaping @Sendable (LiveEvent) throws -> ServerSentEvent,
        _ begin: @escaping @Sendable () async throws -> LiveStream
    ) async throws -> Response {
        let (request, streams) = (request, streams)
        let answer = try await withTimeLimit { () -> EventStreamResponse? in
            try request.expectNoBody()
            guard request.method != .head else { return nil }
            return try await EventStreamResponse(among: streams, saying: say, begin)
        }
        return Response(EventStream().reply(200), answer, to: request, over: context.channel)
    }
}
