import Hummingbird
import PacelineEngine

/// What people see at the addresses that are not the API's, on the same server.
public protocol Website: Sendable {
    /// Answers a request, whatever comes of it: errors are pages, too.
    func answer(to request: Request, _ admission: Admission) async -> Response
}

/// How a request to a website is let in: under the same limits as requests of the API, and noted as they are.
public struct Admission: Sendable {
    let authenticator: Authenticator
    let timeLimit: TimeLimit
    let streams: LiveStreams
    let request: Request
    let context: ServerContext
    /// Whether the connection is encrypted up to this server or, as the proxy before it says, up to the proxy.
    public let isEncrypted: Bool

    /// What this request is called in the log.
    public var requestID: String { context.requestID }

    /// The session of a token, unless its person asks too often.
    /// - Throws: ``SocialError/Code/unauthenticated`` when the token is not good, ``SocialError/Code/rateLimited``.
    public func session(token: String, limitedBy bucket: RateLimitBucket) async throws -> Session {
        try await authenticator.session(of: request, context, limitedBy: bucket) { _ in token }
    }

    /// Lets in whoever has no session, unless their address asks too often.
    /// - Throws: ``SocialError/Code/rateLimited``.
    public func admit(limitedBy bucket: RateLimitBucket) throws {
        try authenticator.rateLimitGuard.admit(request, context, limitedBy: bucket)
    }

    /// Names what is asked for, for the log and the metrics.
    public func record(operation: String) {
        context.trace.operation = operation
    }

    /// Does the work within the time that a request may take.
    /// - Throws: ``SocialError/Code/timeout``, and whatever the work throws.
    public func withTimeLimit<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await timeLimit.run(work)
    }

    /// Logs what nobody foresaw.
    public func log(_ error: any Error) {
        context.logger.error(
            "Page failed", metadata: ["id": "\(requestID)", "error": "\(String(reflecting: error))"])
    }
}
