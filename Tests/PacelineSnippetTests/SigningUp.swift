import Foundation
import PacelineLocal
import Testing

func signUp(
    username: String, password: String, birthDate: Day, in community: some SignInService
) async throws -> SignedIn {
    try await community.signUp(
        SignUp(username: username, password: password, birthDate: birthDate))
}

func signIn(
    username: String, password: String, in community: some SignInService
) async throws -> SignedIn {
    try await community.signIn(with: .password(username: username, password: password))
}

/// The lines above the person's own profile.
func profileTitle(as services: some SocialServices) async throws -> [String] {
    let account = try await services.me()
    // After signing in with a device or with Apple, there is no username yet.
    guard let username = account.username else { return [account.displayName] }
    return [account.displayName, "@\(username)", "\(account.friendCount) friends"]
}

/// Starts the person's days in the device's time zone.
func update(timeZone: TimeZone = .current, as services: some SocialServices) async throws -> Account {
    try await services.update(AccountChanges(timeZone: timeZone.identifier), ifMatch: nil)
}

@Suite("Snippets: signing up") struct SigningUpTests {
    @Test("A free username signs up, and in again; a taken one does not")
    func signingUp() async throws {
        let community = try await LocalCommunity.preview()
        let birthDate = Day("1990-05-01")!
        let nora = try await signUp(
            username: "nora", password: "oars-and-rowing", birthDate: birthDate, in: community)
        #expect(nora.person.username == "nora")
        let again = try await signIn(username: "nora", password: "oars-and-rowing", in: community)
        #expect(again.person.id == nora.person.id)
        let title = try await profileTitle(as: community.services(token: again.token))
        #expect(title == [again.person.displayName, "@nora", "0 friends"])
        #expect(nora.person.timeZone == "UTC" && nora.person.privacyLevel == .public)
        let services = try await community.services(token: nora.token)
        let moved = try await update(timeZone: TimeZone(identifier: "America/Los_Angeles")!, as: services)
        #expect(moved.timeZone == "America/Los_Angeles")
        #expect(try await update(as: services).timeZone == TimeZone.current.identifier)
        await #expect {
            _ = try await signUp(
                username: "maya", password: "oars-and-rowing", birthDate: birthDate, in: community)
        } throws: { ($0 as? SocialError)?.code == .usernameTaken }
    }
}
