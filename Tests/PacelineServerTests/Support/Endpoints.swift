import Hummingbird
import PacelineAPI
import PacelineDatabase
import PacelineEngine

@testable import PacelineServer

extension Community {
    /// All routes of a server.
    static func routes() async throws -> [Routes.Entry] {
        let engine = try await Engine(database: try SQLiteDatabase.inMemory())
        let forwardedHeaders = ForwardedHeaders(areTrusted: false)
        let rateLimitGuard = RateLimitGuard(.none, isShared: false, forwardedHeaders: forwardedHeaders)
        return try Routes(
            engine: engine, rateLimitGuard: rateLimitGuard, timeLimit: TimeLimit(30),
            bodies: RequestBodies(
                BodyLimits(), forwardedHeaders: forwardedHeaders, metrics: MetricsRegistry()),
            streams: LiveStreams(metrics: MetricsRegistry()), metrics: MetricsRegistry()
        ).entries
    }
}

extension AnyEndpoint {
    /// The path with a well-formed value for each parameter.
    var examplePath: String {
        path.segments.reduce(into: "") { path, segment in
            switch segment {
            case .literal(let text): path += "/" + text
            case .parameter("id"): path += "/0190163d-8694-739b-aea5-966c26f8ad91"
            case .parameter("person"): path += "/@nobody"
            case .parameter: path += "/nobody"
            }
        }
    }
}

extension PacelineAPI.HTTPMethod {
    var request: HTTPRequest.Method { HTTPRequest.Method(rawValue)! }
}
