import Foundation
import PacelineLocal
import Testing

/// A screen's model, which keeps its state on the main actor and passes `any SocialServices` to the snippets.
@MainActor private final class ScreenModel {
    let services: any SocialServices
    var items: [FeedItem] = []
    var drafts: [IdentifiedDraft] = []
    var question: GroupPreview?
    var action = RecoveryAction.ignore
    /// Yields when items are shown.
    let (shown, showing) = AsyncStream<Void>.makeStream()

    init(_ services: any SocialServices) {
        self.services = services
    }

    func keepUpToDate() async throws {
        defer { showing.finish() }
        try await follow(items, as: services) {
            items = $0
            showing.yield()
        }
    }

    func enterGroup(code: String) async throws -> LeaderboardGroup? {
        try await join(code: code, as: services) { preview in
            question = preview
            return true
        }
    }

    func sendDrafts() async {
        do {
            let sent = drafts
            _ = try await send(sent, as: services)
            drafts.removeAll { draft in sent.contains { $0.id == draft.id } }
            action = .ignore
        } catch {
            action = recoveryAction(for: error)
        }
    }
}

@Suite("Snippets: calling from a model", .timeLimit(.minutes(1))) struct CallingFromAModelTests {
    @Test("A model shows the group that it joins")
    @MainActor func joining() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let (_, joinCode) = try await startGroup(titled: "Early Birds", inviting: [], as: maya)
        let model = ScreenModel(try await community.session(named: "leo"))
        #expect(try await model.enterGroup(code: joinCode.code)?.title == "Early Birds")
        #expect(model.question?.memberCount == 1)
    }

    @Test("A model keeps its drafts until they are published")
    @MainActor func sending() async throws {
        let start = LocalCommunity.Preview.now.addingTimeInterval(-3_600)
        let draft = WorkoutDraft(type: .running, title: "Home", startedAt: start, duration: 1_200)
        let offline = ScreenModel(offlineServices())
        offline.drafts = [IdentifiedDraft(id: Workout.ID(UUID()), draft: draft)]
        await offline.sendDrafts()
        #expect(offline.drafts.count == 1)
        #expect(offline.action == .retry(after: .seconds(5)))
        let online = ScreenModel(try await LocalCommunity.preview().session(named: "ben"))
        online.drafts = offline.drafts
        await online.sendDrafts()
        #expect(online.drafts.isEmpty)
        #expect(try await online.services.workouts(of: .me, PageRequest()).items.first?.title == "Home")
    }

    @Test("A model shows new counts, until it is cancelled")
    @MainActor func following() async throws {
        let community = try await LocalCommunity.preview()
        let model = ScreenModel(try await community.session(named: "maya"))
        model.items = try await model.services.feed(FeedQuery(kinds: [.workout]), PageRequest()).items
        let item = try #require(model.items.first { $0.author.username == "ines" })
        let ben = try await community.session(named: "ben")
        let following = Task { try await model.keepUpToDate() }
        var shown = model.shown.makeAsyncIterator()
        // The items are shown once the stream has begun.
        #expect(await shown.next() != nil)
        _ = try await ben.giveKudos(to: item.id, big: false)
        while model.items.first(where: { $0.id == item.id }) == item, await shown.next() != nil {}
        #expect(model.items.first { $0.id == item.id }?.kudosCount == item.kudosCount + 1)
        following.cancel()
        _ = await following.result
    }
}
