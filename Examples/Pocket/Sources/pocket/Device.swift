import Foundation
import PacelineLocal

/// One device: a folder with the session of the person who is signed in, and what the SDK keeps for them.
struct Device {
    let folder: URL
    let network: NetworkSwitch

    init(folder: URL, isOffline: Bool) {
        self.folder = folder
        network = NetworkSwitch(isOffline: isOffline)
    }

    /// Signs in. The person who is signed in already can do it again after their session has ended: what waits is kept.
    func signIn(to url: URL, as username: String) async throws {
        let earlier = try SavedSession.read(in: folder)
        if let earlier, earlier.server != url { throw Self.isSignedIn(earlier) }
        guard let password = readPassword() else { throw Problem("There is no password.") }
        var server = RemoteServer(url: url, transport: network)
        server.clientName = "Pocket"
        let signedIn = try await server.signIn(with: .password(username: username, password: password))
        let saved = SavedSession(
            server: url, token: signedIn.token, person: signedIn.person.id, name: signedIn.person.displayName)
        if let earlier {
            let isSame = earlier.person == saved.person
            if isSame { try saved.write(in: folder) }
            await end(isSame ? earlier : saved)
            if !isSame { throw Self.isSignedIn(earlier) }
        } else {
            try saved.write(in: folder)
        }
        // Receives the first load, so that the person can go offline at once.
        try await withSession { session, _ in _ = try await session.sync(until: .now + .seconds(30)) }
        print("Signed in as \(printable(saved.name)).")
    }

    func signOut(discarding isDiscarding: Bool) async throws {
        let session = try await open(try saved())
        do {
            try await session.signOut(discarding: isDiscarding)
        } catch let error as SocialError where error.code == .notAllowed {
            try await session.close()
            throw Problem("Some changes wait to be sent. Run: pocket sync, or: pocket sign-out --discard")
        }
        try SavedSession.remove(in: folder)
        // The process ends next: this waits for the server.
        try await session.close()
        print("Signed out.")
    }

    /// Ends a session of which this device has no use any more.
    private func end(_ session: SavedSession) async {
        do {
            try await RemoteServer(url: session.server, transport: network).session(token: session.token)
                .signOut()
        } catch {
            // It has ended, or expires by itself.
        }
    }

    private static func isSignedIn(_ person: SavedSession) -> Problem {
        Problem("\(printable(person.name)) is signed in. Sign out first, or use another --folder.")
    }

    /// Opens the session, which needs no connection, and closes it at the end. What waits is kept for the next time.
    /// - Parameter isActive: whether it syncs by itself.
    func withSession(
        isActive: Bool = true, _ body: (HybridSession, SavedSession) async throws -> Void
    ) async throws {
        let saved = try saved()
        let session = try await open(saved, isActive: isActive)
        do {
            try await body(session, saved)
        } catch {
            try await session.close()
            throw error
        }
        try await session.close()
    }

    private func saved() throws -> SavedSession {
        guard let saved = try SavedSession.read(in: folder) else {
            throw Problem("Sign in first: pocket sign-in SERVER USERNAME")
        }
        return saved
    }

    private func open(_ saved: SavedSession, isActive: Bool = true) async throws -> HybridSession {
        try await HybridSession(
            at: saved.server, token: saved.token, of: saved.person, in: folder, isActive: isActive,
            transport: network)
    }
}

/// What the app keeps to open the session again. On Apple's platforms, an app keeps the token in the Keychain instead.
struct SavedSession: Codable {
    var server: URL
    var token: String
    var person: Person.ID
    var name: String

    private static func file(in folder: URL) -> URL { folder.appending(path: "session.json") }

    static func read(in folder: URL) throws -> SavedSession? {
        let file = file(in: folder)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONDecoder().decode(SavedSession.self, from: Data(contentsOf: file))
    }

    func write(in folder: URL) throws {
        let files = FileManager.default
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let isWritten = files.createFile(
            atPath: Self.file(in: folder).path, contents: try JSONEncoder().encode(self),
            attributes: [.posixPermissions: 0o600])
        if !isWritten { throw Problem("\(folder.path) cannot be written.") }
    }

    static func remove(in folder: URL) throws {
        try FileManager.default.removeItem(at: file(in: folder))
    }
}

/// An error of the app itself.
struct Problem: LocalizedError {
    let errorDescription: String?

    init(_ message: String) { errorDescription = message }
}
