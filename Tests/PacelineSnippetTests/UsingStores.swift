import Foundation
import PacelineLocal
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// What a feed's screen says, in each of its phases.
@MainActor func headline(of feed: Feed) -> String {
    switch feed.phase {
    case .idle, .loading: "Loading …"
    case .loaded: feed.isStale ? "Not up to date" : "\(feed.items.count) items"
    case .empty: "Follow people to see what they do"
    case .failed(let error): error.message
    }
}

/// Reads the inbox, and marks what fits on the screen as read.
/// - Returns: the text of the badge.
@MainActor func showInbox(_ inbox: Inbox, rowsOnScreen: Int) async throws -> String {
    await inbox.refresh()
    try await inbox.markRead(inbox.items.prefix(rowsOnScreen).map(\.id))
    return inbox.badge
}

/// Keeps the stores of the app's tabs up to date, for as long as the person is signed in.
@MainActor func followStores(feed: Feed, inbox: Inbox, as services: some SocialServices) async throws {
    try await services.keepUpToDate([feed, inbox], watching: feed.items.prefix(LiveLimits.items).map(\.id))
}

#if canImport(SwiftUI)
    struct FeedTab: View {
        @State private var feed: Feed

        init(_ services: any SocialServices) {
            _feed = State(initialValue: Feed(services, query: FeedQuery(kinds: [.workout])))
        }

        var body: some View {
            List {
                ForEach(feed.items) { item in
                    HStack {
                        Text(item.author.displayName)
                        Button("\(item.kudosCount) kudos") {
                            // A refusal is shown by the alert.
                            Task { try await feed.toggleKudos(of: item.id) }
                        }
                    }
                }
                if feed.hasMore {
                    ProgressView().task { await feed.loadMore() }
                }
            }
            .overlay { if feed.phase != .loaded { Text(headline(of: feed)) } }
            .task { await feed.refresh() }
            .refreshable { await feed.refresh() }
            .alert(
                feed.problem?.message ?? "",
                isPresented: Binding(get: { feed.problem != nil }, set: { _ in feed.problem = nil })
            ) {}
        }
    }
#endif

@Suite("Snippets: stores", .timeLimit(.minutes(1))) struct UsingStoresTests {
    @Test("A feed says what it shows")
    @MainActor func phases() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let feed = Feed(maya, query: FeedQuery(kinds: [.workout]))
        #expect(headline(of: feed) == "Loading …")
        await feed.refresh()
        #expect(headline(of: feed) == "8 items")
        feed.apply(LiveEvent(position: .start, content: .reset))
        #expect(headline(of: feed) == "Not up to date")

        let offline = Feed(offlineServices())
        await offline.refresh()
        #expect(headline(of: offline).contains("https://social.example"))
    }

    @Test("What fits on the screen is read")
    @MainActor func inbox() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let inbox = Inbox(maya)
        let badge = try await showInbox(inbox, rowsOnScreen: 3)
        #expect(inbox.items.prefix(3).allSatisfy { $0.isRead })
        #expect(badge == UnreadCount.label(try await maya.notifications(PageRequest()).unreadCount))
    }

    @Test("Events reach the stores until the task is cancelled")
    @MainActor func following() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let (feed, inbox) = (Feed(maya), Inbox(maya))
        await feed.refresh()
        let task = Task { try await followStores(feed: feed, inbox: inbox, as: maya) }
        let item = try #require(feed.items.first { $0.author.username == "maya" && $0.workout != nil })
        let tomaz = try await community.session(named: "tomaz")
        _ = try await tomaz.comment(CommentDraft(text: "Again on Monday?"), on: item.id)
        while feed.items.first(where: { $0.id == item.id })?.latestComment?.text != "Again on Monday?" {
            try Task.checkCancellation()
            await Task.yield()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
