import Hummingbird
import Logging
import NIOCore
import Paceline
import PacelineAPI
import PacelineEngine

/// Enforces the rate limits of people and addresses.
struct RateLimitGuard: Sendable {
    private let people: RateLimiter<Person.ID>?
    private let addresses: RateLimiter<ClientAddress>?
    private let signIns: RateLimiter<ClientAddress>?
    private let codes: RateLimiter<Person.ID>?
    private let forwardedHeaders: ForwardedHeaders

    /// - Parameter isShared: whether other servers of the same database count against the same limits.
    init(_ limits: RateLimits, isShared: Bool, forwardedHeaders: ForwardedHeaders) {
        people = limits.person.map { RateLimiter($0, isShared: isShared) }
        addresses = limits.address.map { RateLimiter($0, isShared: isShared) }
        signIns = limits.signIn.map { RateLimiter($0, isShared: isShared) }
        codes = limits.code.map { RateLimiter($0, isShared: isShared) }
        self.forwardedHeaders = forwardedHeaders
    }

    /// The service that exchanges usage with other servers; nil when there are no other servers or no limits.
    func exchange(with engine: Engine, _ logger: Logger) -> LimitExchange? {
        let all: [(any SharedLimit)?] = [people, addresses, signIns, codes]
        let limits = all.compactMap(\.self)
        guard engine.sharesDatabase, !limits.isEmpty else { return nil }
        return LimitExchange(engine: engine, limits: limits, logger: logger)
    }

    /// Counts an unauthenticated request against its address.
    /// - Throws: ``SocialError/Code/rateLimited``.
    func admit(_ request: Request, _ context: ServerContext, to endpoint: any AnyEndpoint) throws {
        try admit(request, context, limitedBy: endpoint.rateLimitBucket)
    }

    /// Counts an unauthenticated request that has no endpoint, such as one for a page.
    /// - Throws: ``SocialError/Code/rateLimited``.
    func admit(_ request: Request, _ context: ServerContext, limitedBy bucket: RateLimitBucket) throws {
        // Without a person to count against, codes are as scarce as passwords.
        let limiter = bucket == .general ? addresses : signIns
        try Self.take(address(of: request, context), from: limiter, context)
    }

    /// Counts an authenticated request against the person and its bucket.
    /// - Throws: ``SocialError/Code/rateLimited``.
    func count(
        _ person: Person.ID, at address: ClientAddress, limitedBy bucket: RateLimitBucket,
        _ context: ServerContext
    ) throws {
        try Self.take(person, from: people, context)
        switch bucket {
        case .general: break
        case .credentials: try Self.take(address, from: signIns, context)
        case .code: try Self.take(person, from: codes, context)
        }
    }

    /// Counts a request whose token was missing or invalid against its address.
    /// - Throws: ``SocialError/Code/rateLimited``.
    func countFailure(at address: ClientAddress, _ context: ServerContext) throws {
        try Self.take(address, from: addresses, context)
    }

    /// Where a request signs in from; nil for endpoints that don't ask.
    func origin(
        of request: Request, _ context: ServerContext, to endpoint: any AnyEndpoint
    ) throws(SocialError) -> SignInOrigin? {
        guard endpoint.headers.contains(.client) else { return nil }
        return try SignInOrigin(of: request, at: address(of: request, context))
    }

    /// The address that the request counts against.
    func address(of request: Request, _ context: ServerContext) -> ClientAddress {
        forwardedHeaders.clientAddress(of: request) ?? context.address
    }
}

extension RateLimitGuard {
    private static func take<Caller>(
        _ caller: Caller, from limiter: RateLimiter<Caller>?, _ context: ServerContext
    ) throws {
        guard let limiter else { return }
        let decision = limiter.take(caller, at: .uptime)
        guard decision.isAllowed else { throw reject(decision, limiter.limit, context) }
        context.trace.allowance = Allowance(
            remaining: decision.remaining, reset: decision.reset, of: limiter.limit)
    }

    private static func reject<Caller>(
        _ decision: RateLimiter<Caller>.Decision, _ limit: RateLimit, _ context: ServerContext
    ) -> SocialError {
        context.trace.allowance = Allowance(remaining: 0, reset: decision.reset, of: limit)
        return SocialError(
            .rateLimited, "Too many requests. Try again in \(Measure.count(decision.reset, "second")).",
            retryAfter: decision.reset)
    }
}

extension Double {
    /// Seconds on a monotonic clock.
    static var uptime: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }
}

/// The limit that a request counts against, in addition to the limit of the person or address.
public enum RateLimitBucket: Sendable {
    /// Requests without a further limit.
    case general
    /// Requests that try a password or another credential.
    case credentials
    /// Requests that try a group's code or a friend code.
    case code
}

extension AnyEndpoint {
    var rateLimitBucket: RateLimitBucket {
        takesCredentials ? .credentials : takesCode ? .code : .general
    }
}
