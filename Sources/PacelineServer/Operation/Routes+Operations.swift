import Paceline
import PacelineAPI
import PacelineEngine

extension Routes {
    /// Adds the endpoints that the services do not provide: operations and the live stream.
    mutating func addServerEndpoints(_ metrics: MetricsRegistry) throws {
        let engine = engine
        let document = OpenAPIText(json: try OpenAPIDocument().json())
        serve(API.health) { .ok }
        serve(API.ready) { try await readiness(of: engine) }
        serve(API.metrics) { PlainText(metrics.text) }
        serve(API.openAPI) { document }
        live(API.stream) { session, request in
            try await session.stream(
                after: request.position ?? request.query.after, watching: request.query.items)
        }
    }
}

/// Whether the server is ready for requests.
/// - Throws: ``SocialError/Code/unavailable`` if the database does not respond.
private func readiness(of engine: Engine) async throws -> ServerStatus {
    do {
        try await engine.ping()
    } catch let error as SocialError {
        throw error
    } catch {
        throw SocialError(.unavailable, "The database does not respond: \(error).", retryAfter: 5)
    }
    return .ok
}
