import HTTPTypes
import Hummingbird
import Logging
import Paceline

/// Gives each request an id, and notes how it went.
struct ObservationMiddleware: RouterMiddleware {
    let metrics: RequestMetrics

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.requestID = Self.requestID(of: request)
        let start = ContinuousClock.now
        metrics.begin()
        do {
            var response = try await next(request, context)
            response.headers[.requestID] = context.requestID
            context.trace.allowance?.write(to: &response.headers)
            record(request, context, response.status.code, ContinuousClock.now - start)
            // The headers of HEAD are those of GET, and the rest is silence.
            return request.method == .head ? response.createHeadResponse() : response
        } catch {
            record(request, context, Self.clientClosedRequest, ContinuousClock.now - start)
            throw error
        }
    }

    private func record(_ request: Request, _ context: ServerContext, _ status: Int, _ duration: Duration) {
        metrics.end(operation: context.trace.operation, status: status, duration)
        context.logger.info(
            "Request",
            metadata: [
                "id": "\(context.requestID)", "method": "\(request.method)", "path": "\(request.uri.path)",
                "operation": "\(context.trace.operation ?? "none")",
                "person": "\(context.trace.person?.description ?? "none")", "status": "\(status)",
                "milliseconds": "\(duration / .milliseconds(1))",
            ])
    }

    /// The caller's own id when it is one that can stand in a log, otherwise a new one.
    private static func requestID(of request: Request) -> String {
        if let given = request.headers[.requestID], (1...64).contains(given.utf8.count),
            given.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            return given
        }
        // Thirteen digits of base 36, so that an answer is as long as any other.
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: 13 - number.count) + number
    }

    /// What a request is noted with that got no answer; a status that nobody sends.
    private static let clientClosedRequest = 499
}

extension HTTPField.Name {
    static let requestID = Self("X-Request-Id")!
}
