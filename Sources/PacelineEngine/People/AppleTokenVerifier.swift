/// Who an identity token of Sign in with Apple names.
public struct AppleIdentity: Sendable, Equatable {
    /// Apple's own, stable name for the person.
    public var subject: String
    public var email: String?

    public init(subject: String, email: String? = nil) {
        self.subject = subject
        self.email = email
    }
}

/// Checks identity tokens: signature, issuer, audience, expiry and nonce.
public protocol AppleTokenVerifier: Sendable {
    /// - Throws: `SocialError` with `invalidCredentials` for a token that is not good, and `providerUnavailable`
    ///   when the provider's keys cannot be had.
    func verify(identityToken: String, nonce: String) async throws -> AppleIdentity
}
