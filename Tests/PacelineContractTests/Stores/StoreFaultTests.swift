import Foundation
import Paceline
import PacelineClient
import PacelineServer
import Testing

@Suite("Stores: on a connection that fails", .timeLimit(.minutes(5)))
struct StoreFaultTests {
    @Test("a verb shows before its answer, survives a refresh, and goes when the answer is lost", .world)
    func lostAnswer() async throws {
        try await onUnsteadyConnection { ana, workout, transport in
            let item = workout.id.item
            let feed = Feed(ana, query: FeedQuery(kinds: [.workout]))
            await feed.refresh()
            transport.holds { $0.url.hasSuffix("/kudos") }
            transport.fails { $0.url.hasSuffix("/kudos") ? .lostAnswer : nil }
            let kudos = Task { try await feed.giveKudos(to: item) }
            await transport.waitForHeldAnswer()
            #expect(feed.items.first?.kudosCount == 1 && feed.items.first?.hasKudos == true)
            // The server has counted them; the list must not count them twice.
            await feed.refresh()
            #expect(feed.items.first?.kudosCount == 1)
            transport.release()
            await expectRefusal(.timeout) { try await kudos.value }
            #expect(feed.isStale && feed.problem?.code == .timeout)
            transport.fails { _ in nil }
            await feed.refresh()
            #expect(feed.items.first?.kudosCount == 1 && !feed.isStale)
        }
    }

    @Test("a comment shows while it is sent, once, and goes when the request is lost", .world)
    func lostComment() async throws {
        try await onUnsteadyConnection { ana, workout, transport in
            let comments = Comments(ana, on: workout.id.item)
            await comments.refresh()
            transport.holds { $0.method == .post }
            let posting = Task { try await comments.post("Well rowed!") }
            await transport.waitForHeldAnswer()
            let sent = try #require(comments.items.first)
            #expect(
                sent.text == "Well rowed!" && sent.author?.username == "ana" && comments.isSending(sent.id))
            // The server has it, and the list does not show it twice.
            await comments.refresh()
            #expect(comments.items.map(\.text) == ["Well rowed!"])
            #expect(comments.items.first?.id != sent.id)
            transport.release()
            let posted = try await posting.value
            #expect(comments.items == [posted])
            transport.fails { $0.method == .post ? .lostRequest : nil }
            await expectRefusal(.unavailable) { try await comments.post("Again!") }
            #expect(comments.items == [posted])
        }
    }

    @Test("without a connection, a screen says so, and shows what it has", .world)
    func offline() async throws {
        try await onUnsteadyConnection { ana, _, transport in
            let (feed, inbox) = (Feed(ana), Inbox(ana))
            await feed.refresh()
            let items = feed.items
            transport.fails { _ in .lostRequest }
            await feed.refresh()
            await inbox.refresh()
            #expect(feed.phase == .loaded && feed.items == items && feed.isStale)
            guard case .failed(let error) = inbox.phase else {
                Issue.record("expected a failure, but was \(inbox.phase)")
                return
            }
            #expect(error.code == .unavailable && error.message.hasPrefix("Cannot reach"))
            transport.fails { _ in nil }
            await inbox.refresh()
            #expect(inbox.problem == nil)
        }
    }

    @Test("a cancelled refresh keeps what is shown, and is no problem", .world)
    func cancelled() async throws {
        try await onUnsteadyConnection { ana, _, transport in
            let feed = Feed(ana)
            transport.holds { _ in true }
            let refresh = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await feed.refresh()
            }
            await refresh.value
            #expect(feed.phase == .idle && feed.problem == nil && !feed.isRefreshing)
        }
    }

    /// Runs the body as Ana, a friend of Ben, who has published a workout.
    private func onUnsteadyConnection(
        _ body: @MainActor @Sendable (RemoteSession, Workout, UnsteadyTransport) async throws -> Void
    ) async throws {
        let world = try await World.current(on: .engineInMemory)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let workout = try await ben.publishes()
        try await world.withUnsteadySession(of: ana) { session, transport in
            try await body(session, workout, transport)
        }
    }
}

extension World {
    /// Serves the community to the member over a connection that a test makes fail.
    func withUnsteadySession(
        of member: Member, _ body: (RemoteSession, UnsteadyTransport) async throws -> Void
    ) async throws {
        try await Server.withRunning(engine) { address in
            let transport = UnsteadyTransport()
            let server = RemoteServer(
                url: try #require(URL(string: address)), transport: transport, retry: RetryPolicy(retries: 0))
            try await body(server.session(token: member.token), transport)
        }
    }
}
