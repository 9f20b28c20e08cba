import Foundation
import PacelineLocal
import Testing

/// Regains the account of a person who lost their password.
/// - Returns: the services to continue with.
func recover<Service: SignInService>(
    code: String, newPassword: String, in community: Service, keeping store: some TokenStore
) async throws -> Service.Services {
    let recovered = try await community.recover(Recovery(code: code, newPassword: newPassword))
    try store.save(recovered)
    return try await community.services(token: recovered.token)
}

@Suite("Snippets: recovering") struct RecoveringTests {
    @Test("A recovery code sets a new password and signs in")
    func recovering() async throws {
        let community = try await LocalCommunity.preview()
        let birthDate = try #require(Day(number: 1990_05_17))
        let signedIn = try await community.signUp(
            SignUp(username: "nora", password: "oars-and-rowing", birthDate: birthDate))
        let code = try await community.services(token: signedIn.token).createRecoveryCodes().items[0]
        let store = MemoryTokenStore()
        let services = try await recover(
            code: code, newPassword: "rowing-and-oars", in: community, keeping: store)
        #expect(try await services.me().username == "nora")
        #expect(try await services.recoveryCodes().unusedCount == 0)
    }
}
