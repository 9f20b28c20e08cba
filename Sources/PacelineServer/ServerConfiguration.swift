import Foundation

/// How a server listens and what it takes.
public struct ServerConfiguration: Sendable {
    public var host: String
    /// 0 takes any free port.
    public var port: Int
    /// The PEM files of the certificate chain and its key; without them the server speaks plain HTTP.
    public var tls: TLSFiles?
    /// Seconds within which a request has to be sent and answered.
    public var requestTimeout: TimeInterval
    /// Seconds that requests in flight have to finish when the server stops.
    public var drainTime: TimeInterval
    public var rateLimits: RateLimits
    /// Whether the address of a client is the last one in `X-Forwarded-For`: only behind a proxy that sets it.
    public var trustsForwardedFor: Bool
    /// Seconds for which the other side of a connection may acknowledge nothing of what it is sent before it counts as
    /// gone.
    public var tcpUserTimeout: TimeInterval = 30

    public struct TLSFiles: Sendable {
        public var certificatePath: String
        public var keyPath: String

        public init(certificatePath: String, keyPath: String) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
        }
    }

    public init(
        host: String = "127.0.0.1", port: Int = 8080, tls: TLSFiles? = nil, requestTimeout: TimeInterval = 30,
        drainTime: TimeInterval = 4, rateLimits: RateLimits = RateLimits(), trustsForwardedFor: Bool = false
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.requestTimeout = requestTimeout
        self.drainTime = drainTime
        self.rateLimits = rateLimits
        self.trustsForwardedFor = trustsForwardedFor
    }
}

/// How often things may be asked for; nil sets no limit.
public struct RateLimits: Sendable {
    /// Requests of one person.
    public var person: RateLimit?
    /// Requests of one address that come without a sign-in or with one that is not good.
    public var address: RateLimit?
    /// Attempts of one address to sign in or up, or with another secret: a new identity, a change of password.
    public var signIn: RateLimit?
    /// Codes of groups that one person tries.
    public var code: RateLimit?

    public init(
        person: RateLimit? = RateLimit(name: "person", count: 1_200, window: 60),
        address: RateLimit? = RateLimit(name: "address", count: 600, window: 60),
        signIn: RateLimit? = RateLimit(name: "sign-in", count: 20, window: 60),
        code: RateLimit? = RateLimit(name: "code", count: 20, window: 60)
    ) {
        self.person = person
        self.address = address
        self.signIn = signIn
        self.code = code
    }

    public static let none = RateLimits(person: nil, address: nil, signIn: nil, code: nil)
}

/// So many within so many seconds.
public struct RateLimit: Sendable, Equatable {
    /// What the headers call it.
    public var name: String
    public var count: Int
    /// Seconds.
    public var window: Int

    public init(name: String, count: Int, window: Int) {
        self.name = name
        self.count = count
        self.window = window
    }
}
