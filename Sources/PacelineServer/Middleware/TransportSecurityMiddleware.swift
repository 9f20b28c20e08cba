import HTTPTypes
import Hummingbird
import PacelineEngine

/// Makes browsers use only HTTPS (RFC 6797) when a proxy in front of the server encrypts connections.
///
/// The server's own TLS connections add the header themselves; see ``ConnectionHandler``. Their responses include some
/// that no middleware sees, such as those to input that is not HTTP.
struct TransportSecurityMiddleware: RouterMiddleware {
    /// Browsers remember it for a year after the last response.
    static let policy = "max-age=31536000"

    let forwardedHeaders: ForwardedHeaders
    let publicAddress: PublicAddress

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // Browsers ignore it over plain HTTP, so the public address is enough where the proxy does not say.
        if forwardedHeaders.isEncrypted(request) || publicAddress.url.hasPrefix("https://") {
            response.headers[.strictTransportSecurity] = Self.policy
        }
        return response
    }
}
