import ArgumentParser
import Foundation
import Paceline
import PacelineClient
import PacelineEngine

struct SignUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-up", abstract: "Make an account, and sign in with it.")

    @Argument(help: "3 to 20 lower-case letters, digits and underscores, beginning with a letter.")
    var username: String

    @Option(
        help: ArgumentHelp("The day you were born, as 1990-05-17; nobody else sees it.", valueName: "day"))
    var birthDate: Day

    @Option(help: ArgumentHelp("How others see you; the username when left out.", valueName: "name"))
    var displayName: String?

    @Option(help: ArgumentHelp("The server.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("Make the account in this data folder instead.", valueName: "dir"))
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
        Console.say("Made the account. Act as it with: --data \(folder.path) --as \(signUp.username)")
        return try await engine.session(for: signedIn.person.id).settingLocalTimeZone()
    }

    private func signUpOnServer(_ signUp: SignUp) async throws -> Account {
        let address = try ServerAddress(server ?? SavedSignIn.load()?.server ?? ServerAddress.defaultURL)
        let signedIn = try await address.remote().signUp(signUp)
        try SavedSignIn(
            server: address.url.absoluteString, token: signedIn.token, username: signUp.username
        ).save()
        Console.say("Signed up and in on \(address.url.absoluteString).")
        return try await address.remote().session(token: signedIn.token).settingLocalTimeZone()
    }
}

extension AccountService {
    /// A new account counts its days in UTC until it is told better: where its person is, is likely here.
    fileprivate func settingLocalTimeZone() async throws -> Account {
        try await update(AccountChanges(timeZone: TimeZone.current.identifier), ifMatch: nil)
    }
}
