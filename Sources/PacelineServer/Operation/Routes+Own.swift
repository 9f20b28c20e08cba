import PacelineAPI

extension Routes {
    /// The few endpoints that the services cannot answer: what the server tells of itself, and what goes on and on.
    mutating func addOwn(_ metrics: MetricsRegistry) throws {
        let engine = engine
        let document = OpenAPIText(json: try OpenAPIDocument().json())
        own(API.health) { .ok }
        own(API.ready) { try await readiness(of: engine) }
        own(API.metrics) { PlainText(metrics.text) }
        own(API.openAPI) { document }
        live(API.stream) { session, asked in
            try await session.stream(after: asked.position ?? asked.query.after, watching: asked.query.items)
        }
    }
}
