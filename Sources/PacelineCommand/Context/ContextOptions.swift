import ArgumentParser
import Foundation
import Paceline
import PacelineClient
import PacelineEngine

/// As whom a command acts, and where: on a server, or on a data folder of this machine.
struct ContextOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server; the one signed in on when left out.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("Act on this data folder instead of a server.", valueName: "dir"))
    var data: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("With --data: as whom.", valueName: "username"))
    var username: String?

    mutating func validate() throws {
        if data != nil, server != nil { throw ValidationError("Give --server or --data, not both.") }
        if (data == nil) != (username == nil) {
            throw ValidationError("--data DIR and --as USERNAME go together.")
        }
    }

    /// The services of whoever acts; every command goes through them, wherever they are done.
    func services() async throws -> any SocialServices {
        if let data, let username {
            return try await DataFolder(data).existingEngine().session(named: username.withoutAtSign)
        }
        let signIn = try signIn()
        return try ServerAddress(signIn.server).remote().session(token: signIn.token)
    }

    /// The saved sign-in. Its token goes to the server that gave it and to no other.
    func signIn() throws -> SavedSignIn {
        guard let saved = try SavedSignIn.load() else {
            throw Failure(
                .refused, "You are not signed in.",
                advice: "Sign in with: paceline sign-in USERNAME --server URL")
        }
        guard let server, try ServerAddress(server) != ServerAddress(saved.server) else { return saved }
        throw Failure(
            .refused, "You are signed in on \(saved.server), not on \(server).",
            advice: "Sign in there with: paceline sign-in USERNAME --server \(server)")
    }
}

/// Where a server is, as somebody typed it.
struct ServerAddress: Equatable, Sendable {
    let url: URL

    static let defaultURL = "http://127.0.0.1:8080"

    init(_ text: String) throws {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: trimmed), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw Failure(
                .usage, "“\(text)” is not a server's address.",
                advice: "Write it as \(text.contains("://") ? Self.defaultURL : "http://" + text).")
        }
        self.url = url
    }

    func remote() -> RemoteServer { RemoteServer(url: url) }
}

extension String {
    /// A username as it may be typed, `@ana` or `ana`.
    var withoutAtSign: String { hasPrefix("@") ? String(dropFirst()) : self }
}
