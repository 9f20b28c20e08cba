import Foundation
import PacelineLocal
import Testing

func signIn(deviceSecret: String, in community: some SignInService) async throws -> SignedIn {
    try await community.signIn(with: .device(secret: deviceSecret))
}

func chooseUsername(_ username: String, as services: some SocialServices) async throws -> Account {
    try await services.setUsername(username)
}

@Suite("Snippets: signing in with a device") struct SigningInWithADeviceTests {
    @Test("The first sign-in makes an account, the next ones return to it")
    func devices() async throws {
        let community = try await LocalCommunity.preview()
        let secret = Credential.newDeviceSecret()
        let first = try await signIn(deviceSecret: secret, in: community)
        #expect(first.person.username == nil)
        let account = try await chooseUsername("nora", as: community.services(token: first.token))
        #expect(account.username == "nora")
        #expect(try await signIn(deviceSecret: secret, in: community).person.id == first.person.id)
        #expect(
            try await signIn(deviceSecret: Credential.newDeviceSecret(), in: community).person.id
                != first.person.id)
    }
}
