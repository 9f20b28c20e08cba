import HTTPTypes

/// The security headers of every response. The server adds `Strict-Transport-Security`.
enum SecurityHeaders {
    static func add(to fields: inout HTTPFields) {
        fields[.contentSecurityPolicy] = policy
        fields[.xContentTypeOptions] = "nosniff"
        fields[.referrerPolicy] = "same-origin"
        fields[.openerPolicy] = "same-origin"
        fields[.resourcePolicy] = "same-origin"
        fields[.permissionsPolicy] = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
    }

    /// Allows only resources of this site, and no inline scripts or styles.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
}

extension HTTPField.Name {
    static let referrerPolicy = Self("Referrer-Policy")!
    static let openerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let resourcePolicy = Self("Cross-Origin-Resource-Policy")!
    static let permissionsPolicy = Self("Permissions-Policy")!
    static let fetchSite = Self("Sec-Fetch-Site")!
    static let lastEventID = Self("Last-Event-ID")!
    static let fragment = Self("Paceline-Fragment")!
    static let requestID = Self("X-Request-Id")!
}
