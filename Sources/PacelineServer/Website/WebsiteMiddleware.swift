import HTTPTypes
import Hummingbird
import Paceline

/// Passes every request outside the API to the website.
struct WebsiteMiddleware: RouterMiddleware {
    let website: any Website
    let authenticator: Authenticator
    let forwardedHeaders: ForwardedHeaders
    let timeLimit: TimeLimit
    let bodies: RequestBodies
    let streams: LiveStreams
    let api: AllowedMethods
    let metricsAccess: MetricsAccess
    /// Nil if all requests run at once.
    let admission: Admission?
    /// Whether this server itself uses TLS.
    let isEncrypted: Bool

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        // Hidden metrics get the website's response to an unknown path, like any other path outside the API.
        guard !isForAPI(request.uri.path) || metricsAccess.hides(request, context) else {
            return try await next(request, context)
        }
        let websiteContext = WebsiteContext(
            authenticator: authenticator, timeLimit: timeLimit, bodies: bodies, streams: streams,
            request: request, context: context,
            isEncrypted: isEncrypted || forwardedHeaders.isEncrypted(request))
        guard let admission else { return await website.respond(to: request, in: websiteContext) }
        do {
            return try await admission.run(request, context) {
                await website.respond(to: request, in: websiteContext)
            }
        } catch let error as SocialError {
            return await website.respond(to: request, refusedWith: error, in: websiteContext)
        }
    }

    /// Unknown paths under `/v1` belong to the API too, so that clients get problem details instead of a page.
    private func isForAPI(_ path: String) -> Bool {
        path == "*" || path == "/v1" || path.hasPrefix("/v1/") || api.allowed(at: path) != nil
    }
}
