import Hummingbird
import NIOCore
import Paceline
import PacelineEngine

/// A website on the same server as the API, which serves all paths outside the API.
public protocol Website: Sendable {
    /// Responds to a request. It does not throw, since errors are pages, too.
    func respond(to request: Request, in context: WebsiteContext) async -> Response
    /// Responds to a request that the server refuses with an error, such as when it has too many.
    func respond(
        to request: Request, refusedWith error: SocialError, in context: WebsiteContext
    ) async -> Response
    /// Whether a request runs even if the server has too many: signing out, streams, and what costs less than a
    /// refusal.
    func isNeverRefused(_ request: Request) -> Bool
}

/// What the server offers a website for one request: authentication, rate limits, the time limit and logging, as for
/// requests to the API.
public struct WebsiteContext: Sendable {
    let authenticator: Authenticator
    let timeLimit: TimeLimit
    let bodies: RequestBodies
    let streams: LiveStreams
    let request: Request
    let context: ServerContext
    /// Whether the client's connection is encrypted, to this server or to the trusted proxy in front of it.
    public let isEncrypted: Bool

    /// The request's id in the log.
    public var requestID: String { context.requestID }

    /// Returns the session of a token and counts the request against its person.
    /// - Throws: ``SocialError/Code/unauthenticated`` if the token is invalid, ``SocialError/Code/rateLimited``.
    public func session(token: String, limitedBy bucket: RateLimitBucket) async throws -> Session {
        try await authenticator.session(of: request, context, limitedBy: bucket) {
            // Pages can do everything, so they take no access token.
            try await authenticator.engine.services(token: token)
        }
    }

    /// Counts a request without a session against its address.
    /// - Throws: ``SocialError/Code/rateLimited``.
    public func admit(limitedBy bucket: RateLimitBucket) throws {
        try authenticator.rateLimitGuard.admit(request, context, limitedBy: bucket)
    }

    /// Where the request signs in from.
    /// - Parameter clientToken: the token of an earlier sign-in in the same browser.
    /// - Throws: ``SocialError/Code/invalidValue``.
    public func origin(clientToken: String?) throws(SocialError) -> SignInOrigin {
        try SignInOrigin(
            of: request, at: authenticator.rateLimitGuard.address(of: request, context),
            clientToken: clientToken)
    }

    /// Sets the operation's name for the log and the metrics.
    /// - Parameter isPrivate: whether it declines, blocks or mutes a person, so that metrics must not count it by name.
    public func record(operation: String, isPrivate: Bool = false) {
        context.trace.operation = operation
        context.trace.isPrivate = isPrivate
    }

    /// Reads the request's body within the limits that also apply to the API. A body can be read only once.
    /// - Parameters:
    ///   - largest: the most bytes that it may have.
    ///   - most: how many bytes to keep; the rest is read and dropped.
    ///   - least: how many bytes to keep if the server is overloaded, at most 64 KB; nil to throw then.
    /// - Throws: `NIOTooManyBytesError` if it is larger, ``SocialError/Code/busy``, or ``SocialError/Code/timeout``.
    public func body(
        upTo largest: Int, keeping most: Int, orAtLeast least: Int?
    ) async throws -> ReceivedBody {
        let (request, context, bodies) = (request, context, bodies)
        return try await timeLimit.run { deadline in
            context.trace.deadline = deadline
            return try await bodies.read(
                request, context, upTo: largest, keeping: most, orAtLeast: least,
                orThrow: NIOTooManyBytesError(maxBytes: largest))
        }
    }

    /// Reads the beginning of the request's body, within the limits of ``body(upTo:keeping:orAtLeast:)``.
    /// - Parameter most: how many bytes to read; no more is waited for.
    /// - Throws: ``SocialError/Code/busy``, or ``SocialError/Code/timeout``.
    public func beginningOfBody(_ most: Int) async throws -> ReceivedBody {
        let (request, context, bodies) = (request, context, bodies)
        return try await timeLimit.run { deadline in
            context.trace.deadline = deadline
            return try await bodies.read(
                request, context, upTo: .max, keeping: most, stopsWhenCut: true,
                orThrow: NIOTooManyBytesError(maxBytes: .max))
        }
    }

    /// Whether the request has a valid session, so that limits count it against a person instead of its address.
    public var isOfPerson: Bool { context.trace.person != nil }

    /// Runs the work within the request timeout.
    /// - Throws: ``SocialError/Code/timeout``, and the work's own errors.
    public func withTimeLimit<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await timeLimit.run(work)
    }

    /// Logs an unexpected error.
    public func log(_ error: any Error) {
        context.logger.error(
            "Page failed", metadata: ["id": "\(requestID)", "error": "\(String(reflecting: error))"])
    }
}
