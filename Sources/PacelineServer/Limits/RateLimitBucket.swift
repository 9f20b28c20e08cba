import PacelineAPI

/// The limit that a request counts against, beside the person's or the address's own.
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
