import HTTPTypes
import Hummingbird
import Paceline
import PacelineAPI

/// Admits requests, to the API and to the website.
struct Admission: Sendable {
    let queue: AdmissionQueue
    let website: (any Website)?

    /// Runs the request when it is its turn.
    /// - Throws: ``SocialError/Code/busy`` if that takes too long, and the request's own errors.
    func run(
        _ request: Request, _ context: ServerContext, _ body: () async throws -> Response
    ) async throws -> Response {
        guard !isNeverRefused(request) else { return try await body() }
        let ticket: AdmissionTicket
        do {
            ticket = try await queue.enter()
        } catch {
            context.trace.operation = "refused"
            throw error
        }
        context.trace.ticket = ticket
        defer { ticket.end(operation: context.trace.operation) }
        return try await body()
    }

    private func isNeverRefused(_ request: Request) -> Bool {
        let method = request.method == .head ? HTTPRequest.Method.get : request.method
        return Self.neverRefused[request.uri.path]?.contains(method.rawValue) == true
            || website?.isNeverRefused(request) == true
    }

    /// The methods by path. Health checks and metrics report an overload, signing out protects an account, and
    /// clients of streams would reconnect again and again.
    private static let neverRefused = Dictionary(
        grouping: [API.health, API.ready, API.metrics, API.signOut, API.signOutEverywhere, API.stream]
            as [any AnyEndpoint], by: \.path.description
    ).mapValues { $0.map(\.method.rawValue) }
}

/// Lets requests to the API run when it is their turn.
struct AdmissionMiddleware: RouterMiddleware {
    let admission: Admission

    func handle(
        _ request: Request, context: ServerContext,
        next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        try await admission.run(request, context) { try await next(request, context) }
    }
}
