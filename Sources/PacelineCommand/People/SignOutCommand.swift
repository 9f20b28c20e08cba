import ArgumentParser
import Foundation
import Paceline
import PacelineClient

struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign out, and revoke the session on the server.",
        discussion: """
            This machine stays known to the server for 180 days, so that wrong passwords of others don't lock you out \
            here. With --everywhere it is forgotten.
            """)

    @Flag(help: "End all your sessions, on other devices, too.")
    var everywhere = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        guard let saved = try SavedSignIn.load(), let token = saved.token else {
            return try output.acknowledge(SharedTexts.notSignedIn)
        }
        let hadEnded = try await signOut(of: saved.server, token)
        if everywhere { try SavedSignIn.remove() } else { try saved.signedOut.save() }
        guard !everywhere || !hadEnded else {
            throw Failure(
                .rejected, "This session had already ended, so no other was ended.",
                advice: "Sign in again, then run: paceline sign-out --everywhere")
        }
        try output.acknowledge("Signed out of \(saved.server)\(everywhere ? " everywhere" : "").")
    }

    /// - Returns: whether the session had already ended.
    private func signOut(of server: String, _ token: String) async throws -> Bool {
        let session = try ServerAddress(server).remote().session(token: token)
        do {
            if everywhere { _ = try await session.signOutEverywhere() } else { try await session.signOut() }
            return false
        } catch let error as SocialError where error.code == .unauthenticated {
            return true
        }
    }
}
