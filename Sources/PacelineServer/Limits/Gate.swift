import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Paceline
import PacelineAPI
import PacelineEngine

/// Who may come in, and how often.
struct Gate: Sendable {
    private let engine: Engine
    private let people: RateLimiter<Person.ID>?
    private let addresses: RateLimiter<ClientAddress>?
    private let signIns: RateLimiter<ClientAddress>?
    private let codes: RateLimiter<Person.ID>?
    private let trustsForwardedFor: Bool

    init(_ engine: Engine, _ limits: RateLimits, trustsForwardedFor: Bool) {
        self.engine = engine
        let isShared = engine.sharesDatabase
        people = limits.person.map { RateLimiter($0, isShared: isShared) }
        addresses = limits.address.map { RateLimiter($0, isShared: isShared) }
        signIns = limits.signIn.map { RateLimiter($0, isShared: isShared) }
        codes = limits.code.map { RateLimiter($0, isShared: isShared) }
        self.trustsForwardedFor = trustsForwardedFor
    }

    /// Keeps the limits in step with those of other servers; nil when there can be none.
    func exchange(_ logger: Logger) -> LimitExchange? {
        let all: [(any SharedLimit)?] = [people, addresses, signIns, codes]
        let limits = all.compactMap(\.self)
        guard engine.sharesDatabase, !limits.isEmpty else { return nil }
        return LimitExchange(engine: engine, limits: limits, logger: logger)
    }

    /// The session of whoever asks, unless they ask too often.
    ///
    /// What comes with a good token counts for its person alone, so that those who share an address do not hinder each
    /// other; what comes without one counts for the address, which is refused before the token is looked up.
    func session(
        of request: Request, _ context: ServerContext, for endpoint: any AnyEndpoint
    ) async throws -> Session {
        try await session(of: request, context, limitedBy: endpoint.bucket, by: Self.token)
    }

    /// - Parameter token: finds the token of the request.
    func session(
        of request: Request, _ context: ServerContext, limitedBy bucket: RateLimitBucket,
        by token: (Request) throws -> String
    ) async throws -> Session {
        let address = address(of: request, context)
        if let refusal = addresses?.refusal(of: address, at: .uptime) {
            throw Self.refuse(refusal, addresses?.limit, context)
        }
        do {
            let session = try await engine.services(token: try token(request))
            context.trace.person = session.viewer
            try Self.take(session.viewer, from: people, context)
            if bucket == .credentials { try Self.take(address, from: signIns, context) }
            if bucket == .code { try Self.take(session.viewer, from: codes, context) }
            return session
        } catch let error as SocialError where error.code == .unauthenticated {
            try Self.take(address, from: addresses, context)
            throw error
        }
    }

    /// Lets in whoever needs no token, unless their address asks too often; what operates the server never does.
    func admit(_ request: Request, _ context: ServerContext, to endpoint: any AnyEndpoint) throws {
        guard endpoint.tag != .operation else { return }
        try admit(request, context, limitedBy: endpoint.bucket)
    }

    /// The same for what is not an endpoint.
    func admit(_ request: Request, _ context: ServerContext, limitedBy bucket: RateLimitBucket) throws {
        let limiter = bucket == .credentials ? signIns : addresses
        try Self.take(address(of: request, context), from: limiter, context)
    }

    /// Whether the proxy that is trusted says that the client's connection is encrypted.
    func saysEncrypted(_ request: Request) -> Bool {
        trustsForwardedFor && request.headers[.forwardedProtocol]?.lowercased() == "https"
    }

    private func address(of request: Request, _ context: ServerContext) -> ClientAddress {
        guard trustsForwardedFor, let last = request.headers[.forwardedFor]?.split(separator: ",").last,
            let address = ClientAddress(text: last.drop { $0 == " " })
        else { return context.address }
        return address
    }

    private static func token(of request: Request) throws(SocialError) -> String {
        let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer", words[1].utf8.count <= longestToken else {
            throw SocialError(
                .unauthenticated, "Sign in first, and send the token as “Authorization: Bearer …”.")
        }
        return String(words[1])
    }

    private static let longestToken = 256
}

extension Gate {
    private static func take<Caller>(
        _ caller: Caller, from limiter: RateLimiter<Caller>?, _ context: ServerContext
    ) throws {
        guard let limiter else { return }
        let decision = limiter.take(caller, at: .uptime)
        guard decision.isAllowed else { throw refuse(decision, limiter.limit, context) }
        context.trace.allowance = Allowance(
            remaining: decision.remaining, reset: decision.reset, of: limiter.limit)
    }

    private static func refuse<Caller>(
        _ decision: RateLimiter<Caller>.Decision, _ limit: RateLimit?, _ context: ServerContext
    ) -> SocialError {
        context.trace.allowance = limit.map { Allowance(remaining: 0, reset: decision.reset, of: $0) }
        return SocialError(
            .rateLimited, "That was too often. Try again in \(decision.reset) seconds.",
            retryAfter: decision.reset)
    }
}

/// What an answer gives away about a secret, which decides how often it may be asked for.
public enum RateLimitBucket: Sendable {
    case general
    /// Whether a password or another proof of who somebody is is right.
    case credentials
    /// Whether a code leads somewhere.
    case code
}

extension AnyEndpoint {
    fileprivate var bucket: RateLimitBucket {
        takesCredentials ? .credentials : takesCode ? .code : .general
    }
}

extension Double {
    /// Seconds on a clock that never goes back.
    static var uptime: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }
}
