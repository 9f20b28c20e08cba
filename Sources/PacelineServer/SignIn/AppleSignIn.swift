/// Sign in with Apple as a setting.
public struct AppleSignIn: Sendable {
    /// The `iss` that tokens must have.
    public var issuer: String
    /// The app identifiers, one of which must be a token's `aud`.
    public var audiences: [String]
    /// Where the issuer publishes its keys.
    public var keysURL: String

    public init(
        issuer: String = "https://appleid.apple.com", audiences: [String],
        keysURL: String = "https://appleid.apple.com/auth/keys"
    ) {
        self.issuer = issuer
        self.audiences = audiences
        self.keysURL = keysURL
    }
}
