import CoreMetrics
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline

/// Reads the bodies of requests within the server's limits, so that neither many senders nor slow ones can use up its
/// memory.
struct RequestBodies: Sendable {
    let limits: BodyLimits
    private let budget: BodyBudget
    private let forwardedHeaders: ForwardedHeaders

    init(_ limits: BodyLimits, forwardedHeaders: ForwardedHeaders, metrics: any MetricsFactory) {
        self.limits = limits
        self.forwardedHeaders = forwardedHeaders
        budget = BodyBudget(limits, metrics: metrics)
    }

    /// Reads a body. ``BodyMiddleware`` frees its memory.
    /// - Parameters:
    ///   - largest: the most bytes that the body may have.
    ///   - most: how many bytes to keep; the rest is read and dropped.
    ///   - least: how many bytes to keep if the request can't be processed, at most ``BodyLimits/uploadSize``; nil to
    ///     throw then.
    ///   - stopsWhenCut: whether to read no further once there is more than can be kept.
    ///   - tooLarge: the error of a larger body.
    /// - Throws: `tooLarge`, ``SocialError/Code/busy``, or ``SocialError/Code/timeout`` if it arrives too slowly.
    func read(
        _ request: Request, _ context: ServerContext, upTo largest: Int, keeping most: Int = .max,
        orAtLeast least: Int? = nil, stopsWhenCut: Bool = false, orThrow tooLarge: any Error
    ) async throws -> ReceivedBody {
        let length = request.headers[.contentLength].flatMap(Int.init)
        guard length != 0 else { return ReceivedBody() }
        if let length, length > largest { throw tooLarge }
        let held = HeldBody(of: sender(of: request, context), in: budget)
        context.trace.body = held
        var reception = BodyReception(held, keeping: most, orAtLeast: least)
        try reception.expect(length ?? 0)
        let (start, deadline, ticket) = (ContinuousClock.now, context.trace.deadline, context.trace.ticket)
        ticket?.beginReading()
        defer { deadline?.extend() }
        deadline?.bringForward(to: start + limits.time(after: 0), throwing: tooSlow)
        for try await part in request.body {
            try reception.add(part.readableBytesView)
            let count = reception.received.byteCount
            guard count <= largest else { throw tooLarge }
            if stopsWhenCut, reception.received.isCut { break }
            deadline?.bringForward(to: start + limits.time(after: count), throwing: tooSlow)
        }
        // Cancellation also ends the sequence; the body is then incomplete.
        try Task.checkCancellation()
        do {
            try await ticket?.endReading()
        } catch {
            try reception.refuse(after: error)
        }
        return reception.received
    }

    private func sender(of request: Request, _ context: ServerContext) -> BodyBudget.Sender {
        context.trace.person.map { .person($0) }
            ?? .address(forwardedHeaders.clientAddress(of: request) ?? context.address)
    }

    private var tooSlow: SocialError {
        SocialError(
            .timeout,
            """
            Less than \(Measure.size(Int64(limits.lowestRate))) arrive per second, so this would take too long. Try \
            again with a better connection.
            """, retryAfter: 5)
    }
}

/// Frees the memory of a request's body once the request is answered.
struct BodyMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        defer { context.trace.body?.release() }
        return try await next(request, context)
    }
}
