import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Gives each request an id, and notes how it went.
struct ObservationMiddleware: RouterMiddleware {
    let measures: RequestMeasures

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.requestID = Self.requestID(of: request)
        let start = ContinuousClock.now
        measures.begin()
        defer { measures.end() }
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        let duration = ContinuousClock.now - start
        measures.note(
            operation: context.endpointPath ?? "none", method: request.method.rawValue,
            status: response.status.code,
            duration)
        context.logger.info(
            "Request",
            metadata: [
                "id": "\(context.requestID)", "method": "\(request.method)", "path": "\(request.uri.path)",
                "status": "\(response.status.code)", "duration": "\(duration)",
            ])
        return response
    }

    /// The caller's own id when it is one that can stand in a log, otherwise a new one.
    private static func requestID(of request: Request) -> String {
        if let given = request.headers[.requestID], (1...64).contains(given.utf8.count),
            given.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            return given
        }
        return String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
