import HTTPTypes

/// A caller's remaining quota, as response headers (draft-ietf-httpapi-ratelimit-headers).
struct Allowance: Sendable {
    let policy: String
    let remaining: String

    init(remaining: Int, reset: Int, of limit: RateLimit) {
        policy = "\"\(limit.name)\";q=\(limit.count);w=\(limit.window)"
        self.remaining = "\"\(limit.name)\";r=\(remaining);t=\(reset)"
    }

    func write(to fields: inout HTTPFields) {
        fields[.rateLimitPolicy] = policy
        fields[.rateLimit] = remaining
    }
}

extension HTTPField.Name {
    static let rateLimit = Self("RateLimit")!
    static let rateLimitPolicy = Self("RateLimit-Policy")!
}
