import Foundation
import HTTPTypes
import Hummingbird
import Paceline
import PacelineAPI
import PacelineEngine

/// What is left of a caller's rate limit, as the headers tell it
/// (draft-ietf-httpapi-ratelimit-headers).
struct Allowance: Sendable {
    let fields: HTTPFields

    init(_ decision: RateLimiter.Decision, of limit: RateLimit) {
        var fields = HTTPFields()
        fields[.rateLimitPolicy] = "\"\(limit.name)\";q=\(limit.count);w=\(limit.window)"
        fields[.rateLimit] = "\"\(limit.name)\";r=\(decision.remaining);t=\(decision.reset)"
        self.fields = fields
    }
}

/// Who may come in, and how often.
struct Gate: Sendable {
    private let person: RateLimiter?
    private let address: RateLimiter?
    private let signIn: RateLimiter?
    private let trustsForwardedFor: Bool

    init(_ limits: RateLimits, trustsForwardedFor: Bool) {
        person = limits.person.map(RateLimiter.init)
        address = limits.address.map(RateLimiter.init)
        signIn = limits.signIn.map(RateLimiter.init)
        self.trustsForwardedFor = trustsForwardedFor
    }

    /// The session of the bearer token.
    func session(of request: Request, in engine: Engine) async throws -> Session {
        let header = request.headers[.authorization] ?? ""
        guard header.lowercased().hasPrefix("bearer "), case let token = header.dropFirst(7), !token.isEmpty,
            token.utf8.count <= 256
        else {
            throw SocialError(
                .unauthenticated, "Sign in first, and send the token as “Authorization: Bearer …”.")
        }
        return try await engine.services(token: String(token))
    }

    func admit(person id: Person.ID) throws -> Allowance? {
        try person.map { try take(id.description, from: $0) }
    }

    /// Whether the address may ask; what operates the server is never refused.
    func admit(address: String, to endpoint: any AnyEndpoint) throws -> Allowance? {
        switch endpoint.tag {
        case .operation: nil
        case .signingIn: try signIn.map { try take(address, from: $0) }
        default: try self.address.map { try take(address, from: $0) }
        }
    }

    func address(of request: Request, _ context: ServerContext) -> String {
        guard trustsForwardedFor, let forwarded = request.headers[.forwardedFor]?.split(separator: ",").last
        else {
            return context.address
        }
        return forwarded.trimmingCharacters(in: .whitespaces)
    }

    private func take(_ caller: String, from limiter: RateLimiter) throws -> Allowance {
        let decision = limiter.take(caller, at: Date().timeIntervalSince1970)
        let allowance = Allowance(decision, of: limiter.limit)
        guard decision.isAllowed else { throw RateLimited(allowance: allowance, retryAfter: decision.reset) }
        return allowance
    }
}

/// That a caller has asked too often.
struct RateLimited: Error {
    let allowance: Allowance
    let retryAfter: Int

    var error: SocialError {
        SocialError(
            .rateLimited, "That was too often. Try again in \(retryAfter) seconds.", retryAfter: retryAfter)
    }
}
