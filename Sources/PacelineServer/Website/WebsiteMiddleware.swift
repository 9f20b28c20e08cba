import HTTPTypes
import Hummingbird

/// Gives the website every request to an address that is not the API's.
struct WebsiteMiddleware: RouterMiddleware {
    let website: any Website
    let authenticator: Authenticator
    let forwardedHeaders: ForwardedHeaders
    let timeLimit: TimeLimit
    let streams: LiveStreams
    let api: AllowedMethods
    /// Whether this server itself encrypts.
    let isEncrypted: Bool

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard !isForAPI(request.uri.path) else { return try await next(request, context) }
        let admission = Admission(
            authenticator: authenticator, timeLimit: timeLimit, streams: streams, request: request,
            context: context, isEncrypted: isEncrypted || forwardedHeaders.isEncrypted(request))
        return await website.answer(to: request, admission)
    }

    /// Programs get problems that they can read, also for addresses under `/v1` that do not exist.
    private func isForAPI(_ path: String) -> Bool {
        path == "*" || path == "/v1" || path.hasPrefix("/v1/") || api.allowed(at: path) != nil
    }
}
