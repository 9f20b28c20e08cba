import ArgumentParser
import Foundation
import Paceline
import PacelineClient

struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign out, and revoke the session on the server.")

    @Flag(help: "End all your sessions, on other devices, too.")
    var everywhere = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        guard let saved = try SavedSignIn.load() else {
            return try output.acknowledge("You are not signed in.")
        }
        do {
            let session = try ServerAddress(saved.server).remote().session(token: saved.token)
            if everywhere { _ = try await session.signOutEverywhere() } else { try await session.signOut() }
        } catch let error as SocialError where error.code == .unauthenticated {
            // The session has already ended.
        }
        try SavedSignIn.remove()
        try output.acknowledge("Signed out of \(saved.server)\(everywhere ? " everywhere" : "").")
    }
}
