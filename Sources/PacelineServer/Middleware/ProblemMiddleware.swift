import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Paceline
import PacelineAPI

/// Turns errors into problem details (RFC 9457). Unexpected errors are logged, and their details are not sent.
struct ProblemMiddleware: RouterMiddleware {
    let allowedMethods: AllowedMethods
    let metricsAccess: MetricsAccess
    private let basicChallenge = BasicChallenge()

    init(allowedMethods: AllowedMethods, metricsAccess: MetricsAccess) {
        self.allowedMethods = allowedMethods
        self.metricsAccess = metricsAccess
    }

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            // The router ignores empty segments, but each resource has exactly one address.
            guard !request.uri.path.contains("//"), !metricsAccess.hides(request, context) else {
                return try unknownAddress(context)
            }
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // The rest of the connection is unreadable. The channel reports the error and closes the connection.
            throw error
        } catch let error as HTTPError where error.status == .notFound {
            return try notFound(request, context)
        } catch {
            var response = try problem(Self.error(for: error, context), context)
            basicChallenge.add(to: &response, of: request, context)
            return response
        }
    }

    private func notFound(_ request: Request, _ context: ServerContext) throws -> Response {
        guard let allowed = allowedMethods.allowed(at: request.uri.path) else {
            return try unknownAddress(context)
        }
        var response = try problem(
            SocialError(.methodNotAllowed, "This address supports \(allowed)."), context)
        response.headers[.allow] = allowed
        return response
    }

    private func unknownAddress(_ context: ServerContext) throws -> Response {
        try problem(
            SocialError(.notFound, "There is nothing at this address. See /openapi.json for all addresses."),
            context)
    }

    private func problem(_ error: SocialError, _ context: ServerContext) throws -> Response {
        Response(try Problem.response(error, requestId: context.requestID))
    }

    private static func error(for error: any Error, _ context: ServerContext) -> SocialError {
        switch error {
        case let error as SocialError: return error
        case let error as HTTPError where error.status == .contentTooLarge:
            return SocialError(.tooLarge, "The body is too large.")
        case is HTTPError: return SocialError(.malformed, ProblemKind.of(.malformed).title)
        case is CancellationError: return .serverIsStopping
        default:
            context.logger.error(
                "Request failed",
                metadata: ["id": "\(context.requestID)", "error": "\(String(reflecting: error))"])
            return SocialError(.internalError, "Something went wrong on our side. We logged it.")
        }
    }
}
