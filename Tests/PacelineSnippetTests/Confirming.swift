import Foundation
import PacelineLocal
import Testing

/// Confirms the person's identity before they change how they sign in.
/// - Returns: the services to continue with, since the session gets a new token.
func confirm<Service: SignInService>(
    username: String, password: String, as services: some SocialServices, in community: Service,
    keeping store: some TokenStore
) async throws -> Service.Services {
    let confirmed = try await services.reauthenticate(
        with: .password(username: username, password: password))
    try store.save(confirmed)
    return try await community.services(token: confirmed.token)
}

@Suite("Snippets: confirming") struct ConfirmingTests {
    @Test("A confirmed session has a new token, and may change how its owner signs in")
    func confirming() async throws {
        let community = try await LocalCommunity.preview()
        let birthDate = try #require(Day(number: 1990_05_17))
        let signedIn = try await community.signUp(
            SignUp(username: "nora", password: "oars-and-rowing", birthDate: birthDate))
        let store = MemoryTokenStore()
        let services = try await confirm(
            username: "nora", password: "oars-and-rowing",
            as: community.services(token: signedIn.token), in: community, keeping: store)
        #expect(store.load().session != signedIn.token)
        await #expect(throws: SocialError.self) { try await community.services(token: signedIn.token) }
        _ = try await services.link(.device(secret: Credential.newDeviceSecret()))
        #expect(try await services.identities().count == 2)
    }
}
