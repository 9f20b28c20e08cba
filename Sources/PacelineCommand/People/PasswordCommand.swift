import ArgumentParser
import Paceline

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Change your password, or set the first one.",
        discussion: """
            Whoever changes it stays signed in here; every other sign-in ends. With --password-stdin the current \
            password is the first line and the new one the second; where there is none yet, the new one is the only.
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
        try await services.changePassword(PasswordChange(currentPassword: current, newPassword: new))
        try output.acknowledge("Changed the password. Every other sign-in has ended.")
    }

    /// To have a password is one way to sign in among others: it is linked to the account.
    private func setFirst(_ services: any SocialServices) async throws {
        guard let username = try await services.me().username else {
            throw Failure(
                .refused, "One signs in with a password by a username, and you have none yet.",
                advice: "Choose one with: paceline me --set-username NAME")
        }
        let new = try secret.password("New password", confirming: true)
        _ = try await services.link(.password(username: username, password: new))
        try output.acknowledge("Set the password. Sign in with: paceline sign-in \(username)")
    }
}
