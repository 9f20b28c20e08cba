import ArgumentParser
import Foundation
import Paceline
import PacelineClient
import PacelineDemo

struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in to a server. Later commands use this account.",
        discussion: """
            The server and the session token are saved in sign-in.json in $PACELINE_HOME or ~/.config/paceline, \
            readable only by you. The password is not saved. By default, the server is the last one.
            """)

    @Argument(help: "Your username.") var username: String

    @Option(help: ArgumentHelp("The server.", valueName: "url"))
    var server: String?

    @OptionGroup var secret: PasswordOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let address = try ServerAddress(server ?? SavedSignIn.load()?.server ?? ServerAddress.defaultURL)
        let credential = Credential.password(
            username: username.withoutAtSign, password: try secret.password())
        let signedIn = try await signIn(credential, on: address)
        try SavedSignIn(signedIn, on: address).save()
        Console.note("Signed in to \(address.url.absoluteString).")
        try output.show(signedIn.person, signedIn.person.sheet)
    }

    private func signIn(_ credential: Credential, on address: ServerAddress) async throws -> SignedIn {
        do {
            // Signing in replaces a damaged file.
            let saved = try? SavedSignIn.load()
            let known = saved?.server == address.url.absoluteString ? saved?.clientToken : nil
            return try await address.remote(clientToken: known).signIn(with: credential)
        } catch let error as SocialError
            where error.code == .invalidCredentials && username.withoutAtSign == "demo"
        {
            throw Failure(.rejected, error.message, advice: "In a demo community: \(DemoPlan.signInHint)")
        }
    }
}
