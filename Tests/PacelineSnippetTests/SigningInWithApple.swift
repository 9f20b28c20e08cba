import Foundation
import PacelineLocal
import Testing

func credential(appleToken: Data, with nonce: SignInNonce) -> Credential {
    .apple(identityToken: String(decoding: appleToken, as: UTF8.self), nonce: nonce.value)
}

#if canImport(AuthenticationServices)
    import AuthenticationServices

    /// Asks Apple for a token that contains the nonce's hash.
    func prepare(_ request: ASAuthorizationAppleIDRequest, with nonce: SignInNonce) {
        request.requestedScopes = [.email]
        request.nonce = nonce.sha256
    }

    /// The credential from Apple's answer; nil if it has no token.
    func credential(from authorization: ASAuthorization, with nonce: SignInNonce) -> Credential? {
        guard let answer = authorization.credential as? ASAuthorizationAppleIDCredential,
            let token = answer.identityToken
        else { return nil }
        return credential(appleToken: token, with: nonce)
    }
#endif

@Suite("Snippets: signing in with Apple") struct SigningInWithAppleTests {
    @Test("The server gets Apple's token and the nonce, of which Apple got the hash")
    func credentials() {
        let nonce = SignInNonce(value: "value", sha256: "hash", expiresAt: .now)
        #expect(
            credential(appleToken: Data("a.b.c".utf8), with: nonce)
                == .apple(identityToken: "a.b.c", nonce: "value"))
    }

    @Test("A community in the app has no nonces, since Apple cannot sign in to it")
    func unavailable() async throws {
        let community = try await LocalCommunity.preview()
        await #expect {
            _ = try await community.createNonce()
        } throws: { ($0 as? SocialError)?.code == .providerUnavailable }
        await #expect {
            _ = try await community.signIn(with: .apple(identityToken: "a.b.c", nonce: "nonce"))
        } throws: { ($0 as? SocialError)?.code == .providerUnavailable }
    }
}
