import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Paceline
import PacelineAPI

/// Answers every error as problem details. What nobody foresaw is logged, and answered without detail.
struct ProblemMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let limited as RateLimited {
            var response = try problem(limited.error, context)
            response.headers.append(contentsOf: limited.allowance.fields)
            return response
        } catch let error as SocialError {
            return try problem(error, context)
        } catch let error as HTTPError {
            return try problem(Self.error(for: error.status), context)
        } catch is CancellationError {
            return try problem(
                SocialError(.unavailable, "The server is stopping. Please try again."), context)
        } catch {
            context.logger.error(
                "Request failed",
                metadata: ["id": "\(context.requestID)", "error": "\(String(reflecting: error))"])
            return try problem(
                SocialError(.internalError, "Something went wrong on our side. It has been noted."), context)
        }
    }

    private func problem(_ error: SocialError, _ context: ServerContext) throws -> Response {
        Response(try Problem.reply(error, requestId: context.requestID))
    }

    private static func error(for status: HTTPResponse.Status) -> SocialError {
        switch status {
        case .notFound:
            SocialError(.notFound, "There is nothing at this address. See /openapi.json for what there is.")
        case .contentTooLarge: SocialError(.tooLarge, "The body is too large.")
        default: SocialError(.malformed, "The request cannot be understood.")
        }
    }
}
