import Foundation
import PacelineLocal
import Testing

/// Makes a secret of 32 random bytes. Make it once, keep it in the keychain, and sign in with it ever after.
func makeDeviceSecret() -> String {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    return Data(bytes).base64EncodedString()
        .replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
}

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
        let secret = makeDeviceSecret()
        let first = try await signIn(deviceSecret: secret, in: community)
        #expect(first.person.username == nil)
        let account = try await chooseUsername("nora", as: community.services(token: first.token))
        #expect(account.username == "nora")
        #expect(try await signIn(deviceSecret: secret, in: community).person.id == first.person.id)
        #expect(
            try await signIn(deviceSecret: makeDeviceSecret(), in: community).person.id != first.person.id)
    }
}
