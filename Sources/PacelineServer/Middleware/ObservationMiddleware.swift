import HTTPTypes
import Hummingbird
import Logging
import Paceline

/// Gives each request an id, logs it and measures it.
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
            // HEAD has the headers of GET and no body.
            return request.method == .head ? response.createHeadResponse() : response
        } catch {
            record(request, context, Self.clientClosedRequest, ContinuousClock.now - start)
            throw error
        }
    }

    private func record(_ request: Request, _ context: ServerContext, _ status: Int, _ duration: Duration) {
        let operation = context.trace.isPrivate ? RequestMetrics.privateOperation : context.trace.operation
        metrics.end(operation: operation, status: status, duration)
        context.logger.info(
            "Request",
            metadata: [
                "id": "\(context.requestID)", "method": "\(request.method)", "path": "\(request.uri.path)",
                "operation": "\(context.trace.operation ?? "none")",
                "person": "\(context.trace.person?.description ?? "none")", "status": "\(status)",
                "milliseconds": "\(duration / .milliseconds(1))",
            ])
    }

    /// The client's `X-Request-Id` if it is 1 to 64 visible ASCII characters, otherwise a new id.
    private static func requestID(of request: Request) -> String {
        if let given = request.headers[.requestID], (1...64).contains(given.utf8.count),
            given.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            return given
        }
        // Always 13 digits in base 36, so that response lengths do not vary.
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: 13 - number.count) + number
    }

    /// The status recorded for a request that got no response. It is never sent.
    private static let clientClosedRequest = 499
}

extension HTTPField.Name {
    static let requestID = Self("X-Request-Id")!
}
