import Foundation
import Observation
import PacelineLocal

/// The session, and what the tabs share while a person is signed in.
@Observable
final class SocialModel {
    let session: HybridSession
    let feed: Feed
    let friends: Friends
    let requests: Requests
    let inbox: Inbox
    private(set) var status: SyncStatus?

    var services: any SocialServices { session.services }

    /// Whether the session has ended on the server: the same person must sign in again.
    var hasEnded: Bool {
        if case .stopped(let error)? = status?.phase { error.code == .unauthenticated } else { false }
    }

    init(_ session: HybridSession) {
        self.session = session
        feed = Feed(session.services)
        friends = Friends(session.services)
        requests = Requests(session.services)
        inbox = Inbox(session.services)
    }

    /// Shows what the device has, and reads again each time that it has synced.
    func keepUpToDate() async {
        await refresh()
        for await status in session.statuses {
            self.status = status
            if case .synced = status.phase { await refresh() }
        }
    }

    private func refresh() async {
        for store in [feed, friends, requests, inbox] as [any ObservableStore] { await store.refresh() }
    }

    static func open(_ saved: SavedSession, at server: URL) async throws -> SocialModel {
        let session = try await HybridSession(
            at: server, token: saved.token, of: saved.person, in: .applicationSupportDirectory)
        return SocialModel(session)
    }
}
