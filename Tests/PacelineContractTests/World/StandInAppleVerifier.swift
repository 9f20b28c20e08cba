import Paceline
import PacelineEngine

/// Stands in for the check of Apple's signature: a token is `subject/nonce`, and good when the nonce is the one asked
/// for.
struct StandInAppleVerifier: AppleTokenVerifier {
    static func credential(_ subject: String, nonce: String = "once") -> Credential {
        .apple(identityToken: "\(subject)/\(nonce)", nonce: nonce)
    }

    func verify(identityToken: String, nonce: String) async throws -> AppleIdentity {
        let parts = identityToken.split(separator: "/")
        guard parts.count == 2, parts[1] == nonce else {
            throw SocialError(.invalidCredentials, "That token was not made for this sign-in.")
        }
        return AppleIdentity(subject: String(parts[0]), email: "\(parts[0])@example.com")
    }
}
