import Foundation

/// The configuration of a ``Server``.
///
/// ```swift
/// var configuration = ServerConfiguration(host: "0.0.0.0", port: 443, requestTimeout: 20)
/// configuration.tls = .init(certificatePath: "chain.pem", keyPath: "key.pem")
/// ```
public struct ServerConfiguration: Sendable {
    /// The address to listen on.
    public var host: String
    /// The port to listen on; 0 for any free port.
    public var port: Int
    /// The PEM files of the certificate chain and its key; nil for plain HTTP.
    public var tls: TLSFiles?
    /// The time to read a request and respond to it, in seconds.
    public var requestTimeout: TimeInterval
    /// The time that requests in flight have to finish during a shutdown, in seconds.
    public var drainTime: TimeInterval
    /// The rate limits of people and addresses.
    public var rateLimits: RateLimits
    /// Whether to take the client's address from `X-Forwarded-For` (its last entry) and its scheme from
    /// `X-Forwarded-Proto`. Set it only behind a proxy that sets both headers; otherwise clients can forge them.
    public var trustsForwardedFor: Bool
    /// The token with which anyone may read the metrics, as `Authorization: Bearer …`. Without it, only programs on the
    /// server's machine can, and none if ``trustsForwardedFor`` is set.
    public var metricsToken: String?
    /// The limits on bodies that are being received or processed.
    public var bodies = BodyLimits()
    /// How many requests run at once, and how long others wait; nil to let all run.
    public var admission: AdmissionLimits? = AdmissionLimits()
    /// How long sent data may stay unacknowledged before the connection closes, in seconds.
    public var tcpUserTimeout: TimeInterval = 30

    /// The PEM files for TLS.
    public struct TLSFiles: Sendable {
        /// The path of the certificate chain, leaf certificate first.
        public var certificatePath: String
        /// The path of the private key.
        public var keyPath: String

        public init(certificatePath: String, keyPath: String) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
        }
    }

    public init(
        host: String = "127.0.0.1", port: Int = 8080, tls: TLSFiles? = nil, requestTimeout: TimeInterval = 30,
        drainTime: TimeInterval = 4, rateLimits: RateLimits = RateLimits(), trustsForwardedFor: Bool = false,
        metricsToken: String? = nil
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.requestTimeout = requestTimeout
        self.drainTime = drainTime
        self.rateLimits = rateLimits
        self.trustsForwardedFor = trustsForwardedFor
        self.metricsToken = metricsToken
    }
}

/// The rate limits of a server; nil means unlimited.
public struct RateLimits: Sendable {
    /// Requests per signed-in person.
    public var person: RateLimit?
    /// Requests per address without a valid token.
    public var address: RateLimit?
    /// Requests per address that try a credential: signing in or up, linking an identity, changing a password.
    public var signIn: RateLimit?
    /// Attempts per person with a group's code or, on the website, a friend code.
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

    /// No limits.
    public static let none = RateLimits(person: nil, address: nil, signIn: nil, code: nil)
}

/// A number of requests within a window of time.
public struct RateLimit: Sendable, Equatable {
    /// Its name in the `RateLimit` headers.
    public var name: String
    /// The requests allowed in one window, at least 1.
    public var count: Int
    /// The length of the window, in seconds.
    public var window: Int

    public init(name: String, count: Int, window: Int) {
        self.name = name
        self.count = count
        self.window = window
    }
}
