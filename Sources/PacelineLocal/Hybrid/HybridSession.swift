import Foundation
import Paceline
import PacelineClient
import PacelineDatabase
import PacelineReplica
import Synchronization

/// A person's session that works without a connection, and syncs with the server when there is one.
///
/// Reads of the feed, its items and comments, the inbox, requests and the account come from the device. Kudos,
/// comments, workouts, scores, follows and more are stored on the device and shown at once; they are sent when the
/// server can be reached. Calls that need the server, such as creating a group, throw ``SocialError/Code/offline``
/// without a connection.
///
/// While the app is active, the session listens to the server's live stream, and changes of other people arrive within
/// about a second. Call ``suspend()`` when the app enters the background, and ``resume()`` when it returns.
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
/// Store the token and the person's id, and open the session with them at the next start, also while offline.
public final class HybridSession: Sendable {
    /// The person's services, from the device. Declare them as `any SocialServices`, so that the same code works with a
    /// ``RemoteServer`` or a ``LocalCommunity``.
    ///
    /// Live events arrive when the device has the changes that they report, so that a read after an event is current.
    /// Without a connection, ``LiveService/events(after:watching:)`` does not throw: it continues with
    /// ``LiveEvent/Content/reset`` when there is one.
    public let services: RemoteSession
    /// The same services, but reads sync first, and writes wait for the server's answer. They throw its error,
    /// ``SocialError/Code/offline`` if it cannot be reached, or ``SocialError/Code/busy`` while another process of the
    /// app sends what waits; the change then stays queued.
    public let confirming: RemoteSession
    let store: ReplicaStore
    let runner: SyncRunner
    let server: ReplicaServer
    /// The person who signed in.
    let person: Person.ID
    /// Ends the session on the server, after signing out has removed the files; nil before. From then on, the files are
    /// those of a later session.
    private let serverSignOut = Mutex<Task<Void, Never>?>(nil)
    /// Changes between active and suspended: an app can return before it is suspended.
    let transitions = SerialWork()

    /// Opens the session, and starts to sync in the background. It needs no connection.
    ///
    /// Each person on each server has their own file. An app and its extensions may open the same one; one of them at a
    /// time syncs, and sends the changes of all.
    /// - Parameters:
    ///   - url: the server's base URL, without `/v1`.
    ///   - token: the token of ``SignedIn``.
    ///   - person: the person who signed in. If the token belongs to another account, nothing is sent or stored, and the
    ///     status is ``SyncStatus/Phase/stopped(_:)`` with ``SocialError/Code/notAllowed``.
    ///   - folder: the folder for the files of all sessions. It is created if it does not exist. Nil keeps everything
    ///     in memory, for tests and previews.
    ///   - isActive: whether the app is in the foreground. False opens the session suspended, as for a launch by a
    ///     silent push or a background task.
    ///   - transport: sends the requests. Replace it to simulate failures in tests.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be opened, if another process locks it for more
    ///   than five seconds, or if a newer version of the app created it. A damaged file is replaced by a new one with
    ///   the queued changes that can be read.
    public convenience init(
        at url: URL, token: String, of person: Person.ID, in folder: URL?, isActive: Bool = true,
        transport: any Transport = URLSessionTransport()
    ) async throws {
        try await self.init(
            at: url, token: token, of: person, in: folder, transport: transport, isAutomatic: true,
            isActive: isActive, now: { Date() })
    }

    /// - Parameters:
    ///   - isAutomatic: whether it syncs by itself, and listens to the live stream.
    ///   - now: the device's clock.
    package init(
        at url: URL, token: String, of person: Person.ID, in folder: URL?, transport: any Transport,
        isAutomatic: Bool, isActive: Bool = true, now: @escaping @Sendable () -> Date
    ) async throws {
        let server = ReplicaServer(
            url: url, token: token, of: person, transport: transport, clock: ServerClock(now: now))
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
        (self.store, self.runner, self.server) = (store, runner, server)
        self.person = person
        if isActive { await runner.begin() } else { await stopWork() }
    }

    /// What ``services`` or ``confirming`` send their requests to.
    package func transport(isConfirming: Bool) -> any Transport {
        ReplicaTransport(server: server, store: store, runner: runner, isConfirming: isConfirming)
    }

    /// Stops the background work and closes the file, also while the session is suspended. Queued changes are sent after
    /// the next start.
    ///
    /// After ``signOut(discarding:)``, it waits until the session has also ended on the server, or the server could not
    /// be reached.
    public func close() async throws {
        try await transitions.runToEnd { [self] in
            await runner.close()
            await releaseLease()
            try await translatingStoreErrors { try await store.close() }
        }
        await serverSignOut.withLock { $0 }?.value
    }

    /// Signs out: removes everything from the device, also for other processes of the app, and ends the session on the
    /// server if it can be reached. It does nothing the second time.
    ///
    /// It returns when the files are removed; the request to the server goes on. Delete the saved token next. Until then,
    /// an extension or the next launch can open the session again. In a process that ends afterwards, such as a command,
    /// wait for the server with ``close()``.
    ///
    /// Later calls of the session and its services throw ``SocialError/Code/unauthenticated``, and live streams end
    /// with it.
    /// - Parameter isDiscarding: whether to discard changes that have not been sent.
    /// - Throws: ``SocialError/Code/notAllowed`` if there are such changes and they are not to be discarded. Nothing is
    ///   removed then. ``SocialError/Code/unavailable`` while the session is suspended, while another process opens the
    ///   file for more than five seconds, or if the file cannot be removed: call it again.
    public func signOut(discarding isDiscarding: Bool = false) async throws {
        try await transitions.runToEnd { [self] in
            guard serverSignOut.withLock({ $0 == nil }) else { return }
            try await translatingStoreErrors {
                // Otherwise another process could open the file, queue a change and lose it with the file.
                try await store.excludingOpenings {
                    let isFirst = try await store.signOut(discarding: isDiscarding)
                    await runner.close()
                    try await store.close()
                    // Otherwise the files may be those of a later session.
                    let isEnded = isFirst ? true : try await store.isFileOfEndedSession()
                    if isEnded { try store.removeFiles() }
                }
            }
            let request = Task { [server] in
                do {
                    try await server.signOut()
                } catch {
                    // The session expires by itself, and the person can end it on another device.
                }
            }
            serverSignOut.withLock { $0 = request }
        }
    }
}

// Syncing.
extension HybridSession {
    /// Sends queued changes and receives new ones. Call it when the network is back, when a person pulls to refresh, and
    /// in the background.
    ///
    /// It does not throw when the server cannot be reached: the status says so.
    /// - Parameter deadline: when to return at the latest; the sync may continue afterwards. Nil waits for its end.
    ///   If the session was suspended, the sync ends at the deadline, and the file is closed again.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be used, or if the session is suspended meanwhile.
    @discardableResult
    public func sync(until deadline: ContinuousClock.Instant? = nil) async throws -> SyncReport {
        try await translatingStoreErrors {
            try await inBackground { try await runner.sync(until: deadline) }
        }
    }

    /// The current status, such as for a badge with the number of changes that wait.
    /// - Throws: ``SocialError/Code/unavailable`` while the session is suspended, or if the file cannot be read.
    public var status: SyncStatus {
        get async throws { try await translatingStoreErrors { try await runner.status() } }
    }

    /// The current status, and the next one whenever it may have changed. The stream ends when the session is closed.
    public var statuses: AsyncStream<SyncStatus> {
        let (stream, listener) = AsyncStream.makeStream(
            of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        listener.onTermination = { [runner] _ in Task { await runner.stopListening(id) } }
        Task { await runner.listen(listener, as: id) }
        return stream
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
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: attributes)
            #if canImport(Darwin)
                // The server has everything except queued changes.
                var (excluded, values) = (folder, URLResourceValues())
                values.isExcludedFromBackup = true
                try excluded.setResourceValues(values)
            #endif
        } catch {
            throw SocialError(.unavailable, "The folder of this app's storage cannot be written.")
        }
        return folder.appending(path: "\(person).sqlite")
    }
}
