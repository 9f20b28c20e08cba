import Paceline
import PacelineAPI
import PacelineEngine

extension Routes {
    /// The few endpoints that the services cannot answer: what the server tells of itself, and what goes on and on.
    mutating func addServerEndpoints(_ metrics: MetricsRegistry) throws {
        let engine = engine
        let document = OpenAPIText(json: try OpenAPIDocument().json())
        serve(API.health) { .ok }
        serve(API.ready) { try await readiness(of: engine) }
        serve(API.metrics) { PlainText(metrics.text) }
        serve(API.openAPI) { document }
        live(API.stream) { session, asked in
            try await session.stream(after: asked.position ?? asked.query.after, watching: asked.query.items)
        }
    }
}

/// Whether requests can be sent here.
/// - Throws: ``SocialError/Code/unavailable`` when the database does not answer, whatever the reason.
private func readiness(of engine: Engine) async throws -> ServerStatus {
    do {
        try await engine.ping()
    } catch let error as SocialError {
        throw error
    } catch {
        throw SocialError(.unavailable, "The database does not answer: \(error).", retryAfter: 5)
    }
    return .ok
}
