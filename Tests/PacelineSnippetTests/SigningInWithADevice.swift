import Foundation
import PacelineLocal
import Testing

func signIn(deviceSecret: String, in community: some SignInService) async throws -> SignedIn {
    try await community.signIn(with: .device(secret: deviceSecret))
}

/// Creates an account without a password, with the birth date that the person entered.
func signUp(
    deviceSecret: String, birthDate: Day, in community: some SignInService
) async throws -> SignedIn {
    try await community.signIn(with: .device(secret: deviceSecret), birthDate: birthDate)
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
        #expect(first.person.username == nil && first.person.birthDate == nil)
        let account = try await chooseUsername("nora", as: community.services(token: first.token))
        #expect(account.username == "nora")
        #expect(try await signIn(deviceSecret: secret, in: community).person.id == first.person.id)
        let birthDate = Day("1990-05-01")!
        let adult = try await signUp(
            deviceSecret: Credential.newDeviceSecret(), birthDate: birthDate, in: community)
        #expect(adult.person.birthDate == birthDate && adult.person.privacyLevel == .public)
        #expect(
            try await signIn(deviceSecret: Credential.newDeviceSecret(), in: community).person.id
                != first.person.id)
    }
}
