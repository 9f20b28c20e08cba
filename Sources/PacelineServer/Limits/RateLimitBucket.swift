import PacelineAPI

/// The limit that a request counts against, beside the person's or the address's own.
public enum RateLimitBucket: Sendable {
    case general
    /// Requests that try a password or another credential.
    case credentials
    /// Requests that try a friend code or a group's code.
    case code
}

extension AnyEndpoint {
    var rateLimitBucket: RateLimitBucket {
        takesCredentials ? .credentials : takesCode ? .code : .general
    }
}
