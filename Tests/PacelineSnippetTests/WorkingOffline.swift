import Foundation
import PacelineLocal
import Testing

/// What the app keeps between launches to open the session again, also while offline.
struct SavedSession: Codable, Sendable {
    var token: String
    var person: Person.ID
}

/// Opens the session: after signing in, and at each later start.
func openSession(
    _ saved: SavedSession, at url: URL, in folder: URL? = applicationSupport,
    transport: any Transport = URLSessionTransport()
) async throws -> HybridSession {
    try await HybridSession(at: url, token: saved.token, of: saved.person, in: folder, transport: transport)
}

/// The text of a status line.
func statusLine(_ status: SyncStatus) -> String {
    switch status.phase {
    case .syncing: "Syncing…"
    case .synced: "Up to date"
    case .offline: status.waiting == 0 ? "Offline" : "Offline, \(status.waiting) to send"
    case .stopped(let error): error.message
    }
}

/// Syncs in a background task, which the system soon ends. The session may be suspended, and is again afterwards.
/// - Returns: whether everything was sent.
func refreshInBackground(_ session: HybridSession) async throws -> Bool {
    try await session.sync(until: .now + .seconds(20)).status.waiting == 0
}

/// Suspends and resumes the session with the app. Call it when the app's scene phase changes.
func sceneChanged(isActive: Bool, _ session: HybridSession) async throws {
    if isActive { try await session.resume() } else { try await session.suspend() }
}

/// Syncs after a silent push. The session may be suspended, and is again afterwards.
/// - Returns: whether something new has arrived, for the system.
func pushArrived(_ session: HybridSession) async throws -> Bool {
    try await session.receivePush(until: .now + .seconds(25)).received > 0
}

/// The text of a privacy line.
func sharingLine(_ status: SyncStatus) -> String {
    switch status.sharing {
    case .off: "Only you see new workouts"
    case .friends: "Shared with friends"
    case .group(let title): "Shared with \(title)"
    case nil: ""
    }
}

/// The lines of a list of what waits to be sent.
func waitingLines(_ session: HybridSession) async throws -> [String] {
    try await session.waitingChanges().map { change in
        change.isSent ? "\(change.kind.title) (no answer yet)" : change.kind.title
    }
}

/// Signs out.
/// - Parameter deleteSaved: deletes the `SavedSession`.
/// - Returns: false if changes wait that have not been sent. Ask the person, then discard them.
func signOut(
    of session: HybridSession, deletingSavedSession deleteSaved: () throws -> Void
) async throws -> Bool {
    do {
        try await session.signOut()
    } catch let error as SocialError where error.code == .notAllowed {
        return false
    }
    try deleteSaved()
    return true
}

@Suite("Snippets: working offline", .timeLimit(.minutes(1))) struct WorkingOfflineTests {
    private func session() async throws -> HybridSession {
        try await openSession(
            SavedSession(token: "test", person: Person.ID(UUID())),
            at: URL(string: "https://social.example")!,
            in: nil, transport: FailingTransport(failure: .unreachable))
    }

    @Test("A device that was never online says so")
    func neverOnline() async throws {
        let session = try await session()
        #expect(try await refreshInBackground(session))
        #expect(try await waitingLines(session) == [])
        let error = await #expect(throws: SocialError.self) { try await session.services.me() }
        #expect(error?.code == .offline)
        for await status in session.statuses {
            #expect(statusLine(status) == "Offline")
            break
        }
        var saved: SavedSession? = SavedSession(token: "test", person: Person.ID(UUID()))
        #expect(try await signOut(of: session, deletingSavedSession: { saved = nil }))
        #expect(saved == nil)
    }

    @Test("A suspended app syncs for a push and in a background task, and does nothing else")
    func suspended() async throws {
        let community = try await LocalCommunity.preview(now: .now)
        let network = NetworkSwitch(CommunityTransport(community))
        let session = try await openDevice(of: "maya", in: community, behind: network)
        try await session.sync()
        try await sceneChanged(isActive: false, session)
        let error = await #expect(throws: SocialError.self) { try await session.services.me() }
        #expect(error?.code == .unavailable)
        let friend = try await community.session(named: "ben")
        let end = Date()
        try await publishRun(UUID(), from: end - 1_800, to: end, distance: 5_000, as: friend)
        network.turn(on: false)
        #expect(try await !pushArrived(session))
        network.turn(on: true)
        #expect(try await pushArrived(session))
        #expect(try await refreshInBackground(session))
        try await sceneChanged(isActive: true, session)
        let feed = try await session.services.feed(FeedQuery(kinds: [.workout]), PageRequest())
        #expect(feed.items.contains { $0.author.username == "ben" && $0.workout?.title == "Run" })
        try await session.close()
    }

    @Test("A privacy line says with whom the person shares")
    func sharing() {
        let states: [SyncStatus.Sharing?] = [.off, .friends, .group(title: "Crew"), nil]
        #expect(
            states.map { sharingLine(SyncStatus(phase: .syncing, waiting: 0, refused: 0, sharing: $0)) } == [
                "Only you see new workouts", "Shared with friends", "Shared with Crew", "",
            ])
    }

    @Test("A status line says what the device does")
    func lines() {
        let (now, error) = (Date(), SocialError(.unauthenticated, "Your session has ended."))
        let phases: [SyncStatus.Phase] = [.syncing, .synced(at: now), .offline(since: now), .stopped(error)]
        #expect(
            phases.map { statusLine(SyncStatus(phase: $0, waiting: 2, refused: 0)) } == [
                "Syncing…", "Up to date", "Offline, 2 to send", "Your session has ended.",
            ])
    }
}
