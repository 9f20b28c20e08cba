import Foundation
import Observation
import PacelineLocal
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// Creates the person's account, which needs a connection.
/// - Returns: what to keep in the Keychain.
func createAccount(
    username: String, password: String, birthDate: Day, on server: some SignInService
) async throws -> SavedSession {
    let signedIn = try await server.signUp(
        SignUp(username: username, password: password, birthDate: birthDate))
    return SavedSession(token: signedIn.token, person: signedIn.person.id)
}

/// What the screens of the app share while a person is signed in.
@MainActor @Observable final class SocialModel {
    let session: HybridSession
    let feed: Feed
    let friends: Friends
    let requests: Requests
    private(set) var status: SyncStatus?

    init(_ session: HybridSession) {
        self.session = session
        feed = Feed(session.services, query: FeedQuery(kinds: [.workout]))
        friends = Friends(session.services)
        requests = Requests(session.services)
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
        for store in [feed, friends, requests] as [any ObservableStore] { await store.refresh() }
    }
}

/// Asks the person with a friend code. A request that crosses theirs is accepted at once.
@MainActor func addFriend(code: String, to requests: Requests) async throws -> Bool {
    try await requests.send(RequestDraft(to: .code(code))).state == .accepted
}

/// Publishes what a recorder made. The same id again changes nothing, so that a retry is safe.
func publishRun(
    _ id: UUID, from start: Date, to end: Date, distance: Double, as services: some SocialServices
) async throws {
    let draft = WorkoutDraft(
        type: .running, title: "Run", startedAt: start, duration: end.timeIntervalSince(start),
        measures: WorkoutMeasures(distance: distance))
    _ = try await services.publish(draft, as: Workout.ID(id), ifMatch: nil)
}

#if canImport(SwiftUI)
    struct FriendsTab: View {
        @State private var model: SocialModel

        init(_ session: HybridSession) {
            _model = State(initialValue: SocialModel(session))
        }

        var body: some View {
            List {
                Section("Requests") {
                    ForEach(model.requests.items) { request in
                        Button("Accept \(request.from.displayName)") {
                            Task { try await model.requests.accept(request.id) }
                        }
                    }
                }
                Section("Feed") {
                    ForEach(model.feed.items) { item in
                        Button("\(item.author.displayName): \(item.kudosCount) kudos") {
                            Task { try await model.feed.toggleKudos(of: item.id) }
                        }
                    }
                }
                if let status = model.status { Text(statusLine(status)) }
            }
            .task { await model.keepUpToDate() }
            .refreshable { _ = try? await model.session.sync() }
        }
    }
#endif

@Suite("Snippets: adding friends", .timeLimit(.minutes(1))) struct AddingFriendsTests {
    @Test("An account is created, and a friend is added by code")
    @MainActor func adding() async throws {
        let community = try await LocalCommunity.preview()
        let birthDate = Day("1990-05-01")!
        let saved = try await createAccount(
            username: "nora", password: "oars-and-rowing", birthDate: birthDate, on: community)
        let nora = community.session(for: saved.person)
        let leo = try await community.session(named: "leo")
        let requests = Requests(nora, .outgoing)
        await requests.refresh()
        let code = try await leo.friendCode().code
        #expect(try await !addFriend(code: code, to: requests))
        #expect(requests.items.map(\.to.username) == ["leo"])
        #expect(try await acceptAllFriendRequests(as: leo).map(\.username).contains("nora"))
    }

    @Test("A run is published once")
    func publishing() async throws {
        let community = try await LocalCommunity.preview(now: .now)
        let maya = try await community.session(named: "maya")
        let before = try await maya.me().stats.workouts
        let (id, end) = (UUID(), Date())
        for _ in 0..<2 {
            try await publishRun(id, from: end - 1_800, to: end, distance: 5_000, as: maya)
        }
        #expect(try await maya.me().stats.workouts == before + 1)
    }

    @Test("A model shows its status without a connection, and ends with its session")
    @MainActor func offline() async throws {
        let session = try await openSession(
            SavedSession(token: "test", person: Person.ID(UUID())),
            at: URL(string: "https://social.example")!,
            in: nil, transport: FailingTransport(failure: .unreachable))
        let model = SocialModel(session)
        let task = Task { await model.keepUpToDate() }
        while model.status.map({ statusLine($0) }) != "Offline" {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(model.feed.phase == .failed(SocialError(.offline, try #require(model.feed.problem).message)))
        try await session.close()
        await task.value
    }
}
