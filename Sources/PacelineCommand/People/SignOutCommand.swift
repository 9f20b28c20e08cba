import ArgumentParser
import Foundation
import Paceline
import PacelineClient

struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign out, and revoke the session on the server.")

    @OptionGroup var output: OutputOptions

    func run() async throws {
        guard let saved = try SavedSignIn.load() else {
            return try output.acknowledge("You are not signed in.")
        }
        do {
            try await ServerAddress(saved.server).remote().session(token: saved.token).signOut()
        } catch let error as SocialError where error.code == .unauthenticated {
            // The session has already ended.
        }
        try SavedSignIn.remove()
        try output.acknowledge("Signed out of \(saved.server).")
    }
}
