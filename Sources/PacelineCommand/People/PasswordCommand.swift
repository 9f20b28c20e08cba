import ArgumentParser
import Paceline

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Change your password, or set your first one.",
        discussion: """
            You stay signed in here; all your other sign-ins end, and access tokens and recovery codes of the last \
            seven days stop working, except codes from the account's first ten minutes.

            With --password-stdin, the first line is the current password and the second line the new one. If you \
            have no password yet, only give the new one.
            """)

    @OptionGroup var secret: PasswordOptions
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let services = try await context.services()
        let hasPassword = try await services.identities().contains { $0.provider == .password }
        try await hasPassword ? change(services) : setFirst(services)
    }

    private func change(_ services: any SocialServices) async throws {
        let current = try secret.password("Current password")
        let new = try secret.password("New password", confirming: true)
        let change = PasswordChange(currentPassword: current, newPassword: new)
        let signedIn = try await services.changePassword(change)
        try context.saveToken(of: signedIn)
        try output.acknowledge("Changed the password. All other sign-ins have ended.")
    }

    /// Links a password to an account that has none.
    private func setFirst(_ services: any SocialServices) async throws {
        guard let username = try await services.me().username else {
            throw Failure(
                .rejected, "A password needs a username, and you have none yet.",
                advice: SharedTexts.chooseUsername)
        }
        let new = try secret.password("New password", confirming: true)
        _ = try await services.link(.password(username: username, password: new))
        try output.acknowledge("Set the password. Sign in with: paceline sign-in \(username)")
    }
}
