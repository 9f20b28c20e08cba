import ArgumentParser
import Foundation
import Paceline
import PacelineClient

struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in on a server; later commands act as you.",
        discussion: """
            The server and the token that it gives are kept in sign-in.json (readable by you only) in \
            $PACELINE_HOME, or in ~/.config/paceline. The password is not kept.
            """)

    @Argument var username: String

    @Option(help: ArgumentHelp("The server.", valueName: "url"))
    var server: String?

    @OptionGroup var secret: PasswordOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let address = try ServerAddress(server ?? SavedSignIn.load()?.server ?? ServerAddress.standard)
        let credential = Credential.password(
            username: username.withoutAt, password: try secret.password())
        let signedIn = try await address.remote().signIn(with: credential)
        try SavedSignIn(
            server: address.url.absoluteString, token: signedIn.token, username: signedIn.person.username
        ).save()
        Console.say("Signed in on \(address.url.absoluteString).")
        try output.show(signedIn.person, signedIn.person.sheet)
    }
}

struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "End the sign-in here, and its token on the server.")

    func run() async throws {
        guard let saved = try SavedSignIn.load() else {
            Console.say("Nobody is signed in.")
            return
        }
        do {
            try await ServerAddress(saved.server).remote().session(token: saved.token).signOut()
        } catch let error as SocialError where error.code == .unauthenticated {
            // The token has ended already, which is what was wanted.
        }
        try SavedSignIn.remove()
        Console.say("Signed out of \(saved.server).")
    }
}
