import Paceline
import PacelineAPI
import PacelineEngine

extension Routes {
    /// Adds the endpoints that the services do not provide: operations and the live stream.
    mutating func addServerEndpoints(_ metrics: MetricsRegistry) throws {
        let readiness = Readiness(of: engine)
        let document = OpenAPIText(json: try OpenAPIDocument().json())
        serve(API.health) { .ok }
        serve(API.ready) { try await readiness.status() }
        serve(API.metrics) { PlainText(metrics.text) }
        serve(API.openAPI) { document }
        live(API.stream) { session, request in
            try await session.stream(
                after: request.position ?? request.query.after, watching: request.query.items)
        }
    }
}
