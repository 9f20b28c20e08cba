import Crypto
import Foundation
import Paceline
import PacelineDatabase

/// Which nonces Sign in with Apple accepts.
public enum AppleNonceRule: String, Sendable, CaseIterable {
    /// Nonces of ``Engine/createNonce()``, and nonces that an app makes itself.
    case optional
    /// Only nonces of ``Engine/createNonce()``.
    case server
}

/// An identity token of Sign in with Apple that was verified. It permits one action: see ``Connection/spend(_:at:)``.
struct AppleToken: Sendable {
    let subject: String
    let email: String?
    fileprivate let issuedAt: Date
    fileprivate let uses: [SingleUse]

    /// How long after its issue a token can be used, in seconds.
    fileprivate static let lifetime: TimeInterval = 600
    /// How far ahead Apple's clock may be, in seconds.
    fileprivate static let clockSkew: TimeInterval = 60
}

extension Engine {
    public func createNonce() async throws -> SignInNonce {
        _ = try appleVerifier
        let nonce = IssuedNonce(for: .apple, at: environment.now(), communityKey)
        let hash = SHA256.hash(data: Data(nonce.text.utf8))
        return SignInNonce(value: nonce.text, sha256: hash.hexadecimal, expiresAt: nonce.expiresAt)
    }

    /// Verifies an identity token, except for its age and whether it was used before.
    /// - Throws: ``SocialError/Code/invalidCredentials``, ``SocialError/Code/providerUnavailable``.
    func verify(_ identityToken: String, _ nonce: String) async throws -> AppleToken {
        let verifier = try appleVerifier
        let issued = IssuedNonce(nonce, for: .apple, communityKey)
        guard issued != nil || environment.appleNonce == .optional else {
            throw SocialError.rejected("nonce", "This community accepts only nonces that it issued.")
        }
        let identity = try await verifier.verify(identityToken: identityToken, nonce: nonce)
        let bytes = identityToken.utf8
        // Without the signature, which can be written in several ways.
        let signed = bytes[..<(bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex)]
        var uses = [
            SingleUse(
                "identityToken", signed, until: identity.issuedAt.addingTimeInterval(AppleToken.lifetime))
        ]
        if let issued { uses.append(SingleUse("nonce", issued.bytes, until: issued.expiresAt)) }
        return AppleToken(
            subject: identity.subject, email: identity.email, issuedAt: identity.issuedAt, uses: uses)
    }

    private var appleVerifier: any AppleTokenVerifier {
        get throws(SocialError) {
            guard let verifier = environment.appleVerifier else {
                throw SocialError(
                    .providerUnavailable, "Sign in with Apple is not set up in this community.")
            }
            return verifier
        }
    }
}

extension Connection {
    /// Uses up the token, and its nonce if the server made it, in the transaction of the action that it permits. So the
    /// person can try again after an action that failed.
    /// - Throws: ``SocialError/Code/invalidCredentials`` if it is too old, or was used before.
    func spend(_ token: AppleToken, at now: Date) throws {
        guard token.issuedAt <= now.addingTimeInterval(AppleToken.clockSkew) else {
            throw SocialError.rejected("identityToken", "It was issued in the future.")
        }
        for part in token.uses {
            guard part.expiresAt > now else {
                throw SocialError.rejected(part.field, "It has expired. Sign in with Apple again.")
            }
            guard try use(part) else {
                throw SocialError.rejected(part.field, "It was used before. Sign in with Apple again.")
            }
        }
    }
}

extension SocialError {
    fileprivate static func rejected(_ field: String, _ reason: String) -> SocialError {
        let name = field == "nonce" ? "nonce" : "identity token"
        return SocialError(.invalidCredentials, "The \(name) was not accepted. \(reason)", field: field)
    }
}
