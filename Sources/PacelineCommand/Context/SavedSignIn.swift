import Foundation
import Paceline
import PacelineAPI

/// The saved sign-in: a server and its session token, never a password.
struct SavedSignIn: Codable, Equatable {
    var server: String
    /// The session's token; nil after signing out.
    var token: String?
    /// Tells the server at the next sign-in that it knows this machine.
    var clientToken: String?
    var username: String?

    /// The file's path, in `$PACELINE_HOME` or else in `~/.config/paceline`.
    static func path(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        let chosen = environment["PACELINE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        let home = environment["HOME"] ?? NSHomeDirectory()
        return (chosen ?? home + "/.config/paceline") + "/sign-in.json"
    }

    /// Reads the saved sign-in; nil if there is none.
    static func load(from path: String = path()) throws -> SavedSignIn? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try Data(contentsOf: URL(filePath: path))
        do {
            return try PacelineJSON.decoder.decode(SavedSignIn.self, from: bytes)
        } catch {
            throw Failure(
                .unexpected, "The saved sign-in in \(path) is damaged.",
                advice: "Sign in again with: paceline sign-in USERNAME --server URL")
        }
    }

    /// Writes the file atomically, readable by its owner only.
    func save(to path: String = path()) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let partial = path + ".partial"
        let bytes = try PacelineJSON.encoder.encode(self)
        guard
            FileManager.default.createFile(
                atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw Failure(.unexpected, "\(partial) cannot be written.") }
        try bytes.write(to: URL(filePath: partial))
        guard rename(partial, path) == 0 else {
            throw Failure(.unexpected, "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
    }

    /// What stays after signing out: the server, and the token by which it knows this machine.
    var signedOut: SavedSignIn { SavedSignIn(server: server, token: nil, clientToken: clientToken) }

    static func remove(at path: String = path()) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}

extension SavedSignIn {
    init(_ signedIn: SignedIn, on address: ServerAddress) {
        self.init(
            server: address.url.absoluteString, token: signedIn.token, clientToken: signedIn.clientToken,
            username: signedIn.person.username)
    }
}
