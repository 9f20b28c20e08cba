import ArgumentParser
import Foundation
import Paceline
import PacelineClient
import PacelineEngine

/// The account and community that a command works on: the saved sign-in, or a local data folder.
struct ContextOptions: ParsableArguments {
    @Option(help: ArgumentHelp.server)
    var server: String?

    @Option(help: ArgumentHelp("Use this local data folder instead of a server.", valueName: "dir"))
    var data: String?

    @Option(
        name: .customLong("as"), help: ArgumentHelp("With --data: the user to act as.", valueName: "username")
    )
    var username: String?

    mutating func validate() throws {
        if data != nil, server != nil { throw ValidationError(SharedTexts.serverOrData) }
        if (data == nil) != (username == nil) {
            throw ValidationError("Use --data DIR and --as USERNAME together.")
        }
    }

    /// The services of the user, remote or local.
    func services() async throws -> any SocialServices {
        if let data, let username {
            return try await DataFolder(data).existingEngine(ledgerKey: .required)
                .session(named: username.withoutAtSign)
        }
        let (saved, token) = try signIn()
        return try ServerAddress(saved.server).remote().session(token: token)
    }

    /// Saves the session's new token; nothing for a local data folder, which has no sign-in.
    func saveToken(of signedIn: SignedIn) throws {
        guard data == nil else { return }
        var (saved, _) = try signIn()
        saved.token = signedIn.token
        saved.clientToken = signedIn.clientToken
        try saved.save()
    }

    /// The saved sign-in. Its token is sent only to the server that issued it.
    /// - Throws: ``Failure`` if there is none, or it belongs to another server.
    func signIn() throws -> (saved: SavedSignIn, token: String) { try Self.signIn(on: server) }

    /// The saved sign-in, as ``signIn()`` returns it.
    /// - Parameter server: the server that the command names; nil for that of the sign-in.
    static func signIn(on server: String?) throws -> (saved: SavedSignIn, token: String) {
        guard let saved = try SavedSignIn.load(), let token = saved.token else {
            throw Failure(.rejected, SharedTexts.notSignedIn, advice: SharedTexts.signIn)
        }
        guard let server, try ServerAddress(server) != ServerAddress(saved.server) else {
            return (saved, token)
        }
        throw Failure(
            .rejected, "You are signed in to \(saved.server), not to \(server).",
            advice: "Sign in there with: paceline sign-in USERNAME --server \(server)")
    }
}

/// A server's address from the command line.
struct ServerAddress: Equatable, Sendable {
    let url: URL

    static let defaultURL = "http://127.0.0.1:8080"

    init(_ text: String) throws {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: trimmed), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw Failure(
                .usage, "“\(text)” is not a server address.",
                advice: "Write it as \(text.contains("://") ? Self.defaultURL : "http://" + text).")
        }
        self.url = url
    }

    /// - Parameter clientToken: the token of the last sign-in on this server.
    func remote(clientToken: String? = nil) -> RemoteServer {
        var server = RemoteServer(url: url)
        server.clientName = String("paceline on \(ProcessInfo.processInfo.hostName)".prefix(60))
        server.clientToken = clientToken
        return server
    }
}

extension String {
    /// The username without its optional `@`.
    var withoutAtSign: String { hasPrefix("@") ? String(dropFirst()) : self }
}
