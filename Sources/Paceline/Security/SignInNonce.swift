import Foundation

/// A nonce from the server, which ties an identity token of Sign in with Apple to one sign-in.
///
/// Pass ``sha256`` to Apple and ``value`` to the server. The token contains what Apple was given, and the server
/// compares the two.
///
/// ```swift
/// let nonce = try await server.createNonce()
/// request.nonce = nonce.sha256
/// // Once Apple has returned the token:
/// let signedIn = try await server.signIn(with: .apple(identityToken: token, nonce: nonce.value))
/// ```
public struct SignInNonce: Sendable, Equatable, Codable {
    /// The nonce to send with the identity token: 54 characters, of which 128 bits are random. It works once.
    public var value: String
    /// The SHA-256 of ``value`` in lowercase hexadecimal: the nonce of the request to Apple.
    public var sha256: String
    /// When the nonce stops working: ten minutes after it was created.
    public var expiresAt: Date

    public init(value: String, sha256: String, expiresAt: Date) {
        self.value = value
        self.sha256 = sha256
        self.expiresAt = expiresAt
    }
}
