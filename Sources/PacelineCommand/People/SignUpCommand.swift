import ArgumentParser
import Foundation
import Paceline
import PacelineClient
import PacelineEngine

struct SignUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-up", abstract: "Create an account and sign in.")

    @Argument(help: "Lower-case letters, digits and underscores, beginning with a letter; usually 3 to 20.")
    var username: String

    @Option(
        help: ArgumentHelp(
            "Your date of birth, such as 1990-05-17; it is never shown to others.", valueName: "day"))
    var birthDate: Day

    @Option(help: ArgumentHelp("The name that others see; by default the username.", valueName: "name"))
    var displayName: String?

    @Option(help: ArgumentHelp("The server.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("Create the account in this local data folder instead.", valueName: "dir"))
    var data: String?

    @OptionGroup var secret: PasswordOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let signUp = SignUp(
            username: username.withoutAtSign, password: try secret.password(confirming: true),
            displayName: displayName, birthDate: birthDate)
        let account =
            if let data { try await signUpInFolder(signUp, DataFolder(data)) } else {
                try await signUpOnServer(signUp)
            }
        try output.show(account, account.sheet)
    }

    private func signUpInFolder(_ signUp: SignUp, _ folder: DataFolder) async throws -> Account {
        let engine = try await folder.existingEngine()
        let signedIn = try await engine.signUp(signUp)
        Console.note("Created the account. Use it with: --data \(folder.path) --as \(signUp.username)")
        return try await engine.session(for: signedIn.person.id).settingLocalTimeZone()
    }

    private func signUpOnServer(_ signUp: SignUp) async throws -> Account {
        let address = try ServerAddress(server ?? SavedSignIn.load()?.server ?? ServerAddress.defaultURL)
        let signedIn = try await address.remote().signUp(signUp)
        try SavedSignIn(signedIn, on: address).save()
        Console.note("Created the account and signed in to \(address.url.absoluteString).")
        return try await address.remote().session(token: signedIn.token).settingLocalTimeZone()
    }
}

extension AccountService {
    /// Sets the account's time zone to this machine's, since new accounts use UTC.
    fileprivate func settingLocalTimeZone() async throws -> Account {
        try await update(AccountChanges(timeZone: TimeZone.current.identifier), ifMatch: nil)
    }
}
