import Foundation
import Paceline
import PacelineClient
import PacelineDatabase
import PacelineReplica

/// A person's session that works without a connection, and agrees with the server afterwards.
///
/// Reads of the feed, its items and comments, the inbox, requests and the account come from the device. Kudos,
/// comments, workouts, scores, follows and more are stored on the device and shown at once; they are sent when the
/// server can be reached. What needs the server, such as signing in or a new group, throws
/// ``SocialError/Code/offline`` without a connection.
///
/// ```swift
/// let signedIn = try await server.signIn(with: .password(username: "ana", password: password))
/// let ana = try await HybridSession(
///     at: url, token: signedIn.token, of: signedIn.person.id, in: folder)
/// let feed = try await ana.services.feed(FeedQuery(), PageRequest())
/// _ = try await ana.services.giveKudos(to: feed.items[0].id, big: false)
/// let report = try await ana.sync()
/// ```
///
/// Keep the token and the person's id, and open the session with them at the next start, also while offline.
public final class HybridSession: Sendable {
    /// The services of the person, from the device. Keep them as `any SocialServices`, so that the same code works
    /// with a ``RemoteServer`` or a ``LocalCommunity``.
    public let services: RemoteSession
    /// The same services, but reads bring the device up to date first, and writes wait for the server: they throw its
    /// error, or ``SocialError/Code/offline`` while the change waits on the device.
    public let confirming: RemoteSession
    private let store: ReplicaStore
    private let runner: SyncRunner
    private let server: ReplicaServer
    /// Nil in memory.
    private let file: URL?

    /// Opens the session, and starts to sync in the background. It needs no connection.
    ///
    /// Each server and person have a file of their own. An app and its extensions may open the same one; one of them
    /// at a time syncs.
    /// - Parameters:
    ///   - url: the server's base URL, without `/v1`.
    ///   - token: the token of ``SignedIn``.
    ///   - person: the person who signed in.
    ///   - folder: where the files of all sessions are; it is created if it does not exist. Nil keeps everything in
    ///     memory, for tests and previews.
    ///   - transport: sends the requests. Replace it to simulate failures in tests.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be opened, or if a newer version of the app
    ///   created it.
    public convenience init(
        at url: URL, token: String, of person: Person.ID, in folder: URL?,
        transport: any Transport = URLSessionTransport()
    ) async throws {
        try await self.init(
            at: url, token: token, of: person, in: folder, transport: transport, isAutomatic: true,
            now: { Date() })
    }

    /// - Parameters:
    ///   - isAutomatic: whether it syncs by itself.
    ///   - now: the device's clock.
    package init(
        at url: URL, token: String, of person: Person.ID, in folder: URL?, transport: any Transport,
        isAutomatic: Bool, now: @escaping @Sendable () -> Date
    ) async throws {
        let server = ReplicaServer(url: url, token: token, transport: transport, clock: ServerClock(now: now))
        let file = try folder.map { try Self.file(of: person, at: server.address, in: $0) }
        let store = try await translatingStoreErrors {
            if let file {
                try await ReplicaStore.open(at: file.path)
            } else {
                try await ReplicaStore.inMemory()
            }
        }
        let runner = SyncRunner(store: store, server: server, isAutomatic: isAutomatic)
        func services(isConfirming: Bool) -> RemoteSession {
            let transport = ReplicaTransport(
                server: server, store: store, runner: runner, isConfirming: isConfirming)
            return RemoteServer(url: url, transport: transport, retry: RetryPolicy(retries: 0))
                .session(token: token)
        }
        (self.services, confirming) = (services(isConfirming: false), services(isConfirming: true))
        (self.store, self.runner, self.server, self.file) = (store, runner, server, file)
        await runner.begin()
    }

    /// Ends the work in the background and closes the file. What waits stays for the next start.
    public func close() async throws {
        await runner.close()
        try await translatingStoreErrors {
            try await store.releaseLease()
            try await store.close()
        }
    }

    /// Signs out: removes everything from the device, also from other processes of the app, and ends the session on
    /// the server if it can be reached.
    /// - Parameter isDiscarding: whether to give up changes that wait to be sent.
    /// - Throws: ``SocialError/Code/notAllowed`` if changes wait, and nothing is removed.
    public func signOut(discarding isDiscarding: Bool = false) async throws {
        try await translatingStoreErrors { try await store.signOut(discarding: isDiscarding) }
        await runner.close()
        do {
            try await server.signOut()
        } catch is SocialError {
            // The session ends by itself, and the person can end it on another device.
        }
        try await translatingStoreErrors { try await store.close() }
        guard let file else { return }
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: file.path + suffix) {
            try FileManager.default.removeItem(atPath: file.path + suffix)
        }
    }
}

// Syncing.
extension HybridSession {
    /// Sends what waits and receives what has changed. Call it when the network is back, when the app comes to the
    /// foreground, when a person pulls to refresh, and in the background.
    ///
    /// It does not throw when the server cannot be reached: the status says so.
    /// - Parameter deadline: when to return at the latest; the sync may go on then. Nil waits for its end.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be used.
    @discardableResult
    public func sync(until deadline: ContinuousClock.Instant? = nil) async throws -> SyncReport {
        try await translatingStoreErrors { try await runner.sync(until: deadline) }
    }

    /// The status now, and each time that it may have changed. It ends when the session is closed.
    public var statuses: AsyncStream<SyncStatus> {
        let (stream, listener) = AsyncStream.makeStream(
            of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        listener.onTermination = { [runner] _ in Task { await runner.stopListening(id) } }
        Task { await runner.listen(listener, as: id) }
        return stream
    }

    /// The changes that the server refused, oldest first.
    public func refusedChanges() async throws -> [RefusedChange] {
        try await translatingStoreErrors { try await store.refusals().map { try RefusedChange($0) } }
    }

    /// Queues a refused change again.
    /// - Throws: ``SocialError/Code/limitReached`` if too many changes wait.
    public func retry(_ id: RefusedChange.ID) async throws {
        try await translatingStoreErrors {
            _ = try await store.retryRefusal(id, madeAt: server.clock.device.milliseconds)
        }
        await runner.noteQueued()
    }

    /// Gives up a refused change.
    public func discard(_ id: RefusedChange.ID) async throws {
        try await translatingStoreErrors { try await store.discardRefusal(id) }
        await runner.tellStatus()
    }
}

// The file.
extension HybridSession {
    /// The file of a person's session on a server.
    private static func file(of person: Person.ID, at address: String, in folder: URL) throws -> URL {
        let name = address.lowercased().addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let folder = folder.appending(path: name)
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        #if os(iOS) || os(watchOS) || os(tvOS) || os(visionOS)
            attributes[.protectionKey] = FileProtectionType.completeUntilFirstUserAuthentication
        #endif
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: attributes)
        #if canImport(Darwin)
            // The server has everything but what waits.
            var (excluded, values) = (folder, URLResourceValues())
            values.isExcludedFromBackup = true
            try excluded.setResourceValues(values)
        #endif
        return folder.appending(path: "\(person).sqlite")
    }
}

extension RefusedChange {
    init(_ refusal: Refusal) throws {
        let reason: Reason =
            switch refusal.reason {
            case .refused: .refused
            case .dependent: .dependent
            case .outcomeUnknown: .outcomeUnknown
            }
        self.init(
            id: refusal.position, operation: refusal.operation ?? "",
            content: try refusal.request.body.map { Data(try $0.text()) }, reason: reason,
            error: refusal.error)
    }
}

/// Runs an operation of a store, and converts its errors.
func translatingStoreErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as DatabaseError {
        if case .unknownMigration = error {
            throw SocialError(.unavailable, "A newer version of this app made this store. Update the app.")
        }
        throw SocialError.storeUnavailable
    }
}
