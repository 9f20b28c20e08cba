import Foundation
import PacelineLocal
import Testing

/// Adds the passkey that the device created.
func addPasskey(
    attestationObject: Data, clientDataJSON: Data, named name: String, as services: some SocialServices
) async throws -> Passkey {
    try await services.addPasskey(
        PasskeyRegistration(
            name: name, attestationObject: attestationObject, clientDataJSON: clientDataJSON))
}

#if canImport(AuthenticationServices) && !os(watchOS)
    import AuthenticationServices

    /// The request for a new passkey, for an `ASAuthorizationController`.
    func request(
        for creation: PasskeyCreation
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
            relyingPartyIdentifier: creation.relyingParty)
        let request = provider.createCredentialRegistrationRequest(
            challenge: creation.challenge.data, name: creation.accountName, userID: creation.userHandle.data)
        request.userVerificationPreference = .required
        return request
    }

    /// The request to sign in with a passkey, or to confirm the person's identity with one of their passkeys.
    func request(
        for challenge: PasskeyChallenge, choosingFrom passkeys: [Passkey] = []
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
            relyingPartyIdentifier: challenge.relyingParty)
        let request = provider.createCredentialAssertionRequest(challenge: challenge.challenge.data)
        request.userVerificationPreference = .required
        request.allowedCredentials = passkeys.map {
            ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0.credentialID.data)
        }
        return request
    }

    /// The credential from the system's answer; nil if it is not a passkey's.
    func passkeyCredential(from authorization: ASAuthorization) -> Credential? {
        guard
            let answer = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion
        else { return nil }
        return .passkey(
            PasskeyAssertion(
                credentialID: answer.credentialID, authenticatorData: answer.rawAuthenticatorData,
                clientDataJSON: answer.rawClientDataJSON, signature: answer.signature,
                userHandle: answer.userID))
    }
#endif

@Suite("Snippets: using passkeys") struct UsingPasskeysTests {
    @Test("A community with a domain creates challenges, and rejects what is not a passkey")
    func creating() async throws {
        let community = try await LocalCommunity.inMemory(publicURL: "https://crew.example")
        let signedIn = try await community.signIn(with: .device(secret: Credential.newDeviceSecret()))
        let services = try await community.services(token: signedIn.token)
        #expect(try await services.preparePasskey().relyingParty == "crew.example")
        await #expect {
            _ = try await addPasskey(
                attestationObject: Data(), clientDataJSON: Data(), named: "Phone", as: services)
        } throws: { ($0 as? SocialError)?.field == "publicKey" }
        #expect(try await services.passkeys().isEmpty)
    }
}
