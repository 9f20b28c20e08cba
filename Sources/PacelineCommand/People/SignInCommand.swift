import ArgumentParser
import Foundation
import Paceline
import PacelineClient
import PacelineDemo

struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in on a server; later commands act as you.",
        discussion: """
            The server and the token that it gives are kept in sign-in.json (readable by you only) in \
            $PACELINE_HOME, or in ~/.config/paceline. The password is not kept.
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
        try SavedSignIn(
            server: address.url.absoluteString, token: signedIn.token, username: signedIn.person.username
        ).save()
        Console.say("Signed in on \(address.url.absoluteString).")
        try output.show(signedIn.person, signedIn.person.sheet)
    }

    private func signIn(_ credential: Credential, on address: ServerAddress) async throws -> SignedIn {
        do {
            return try await address.remote().signIn(with: credential)
        } catch let error as SocialError
            where error.code == .invalidCredentials && username.withoutAtSign == "demo"
        {
            throw Failure(.refused, error.message, advice: "In a demo community: \(DemoPlan.invitation)")
        }
    }
}
