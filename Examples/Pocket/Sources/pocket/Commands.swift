import Foundation
import PacelineLocal

/// The commands that print a few lines.
struct Commands {
    private let session: HybridSession
    private let person: SavedSession
    private let feed: Feed

    init(_ session: HybridSession, of person: SavedSession) {
        self.session = session
        self.person = person
        feed = Feed(session.services, query: FeedQuery(kinds: [.workout]))
    }

    func run(_ command: Arguments.Command) async throws {
        switch command {
        case .feed: try await showFeed()
        case .publish(let draft): try await publish(draft)
        case .kudos(let item): try await giveKudos(to: item)
        case .comment(let item, let text): try await comment(text, on: item)
        case .status: try await showStatus()
        case .sync: try await sync()
        case .refusals(let action): try await refusals(action)
        case .help, .signIn, .signOut, .start, .card, .add, .paste, .board, .merge, .cancelMerge: break
        }
    }
}

extension Commands {
    private func showFeed() async throws {
        let status = try await synced()
        await feed.refresh()
        switch feed.phase {
        case .failed(let error): throw error
        case .empty: print("No workouts yet. Follow people to see theirs.")
        default:
            for item in feed.items {
                print("\(item.shortID)  \(item.headline)")
                print("          \(item.reactions)")
            }
        }
        print(status.line)
    }

    private func publish(_ draft: WorkoutDraft) async throws {
        let id = Workout.ID(UUID())
        _ = try await session.services.publish(draft, as: id, ifMatch: nil)
        print("Published “\(printable(draft.title))” as \(id.item.short).")
        print(try await synced().line)
    }

    private func giveKudos(to ending: String) async throws {
        let item = try await item(ending)
        try await feed.giveKudos(to: item.id)
        print("Kudos to \(printable(item.author.displayName)).")
        print(try await synced().line)
    }

    private func comment(_ text: String, on ending: String) async throws {
        let item = try await item(ending)
        _ = try await session.services.comment(CommentDraft(text: text), on: item.id)
        print("Commented.")
        print(try await synced().line)
    }

    private func showStatus() async throws {
        print("\(printable(person.name)) on \(person.server)")
        for change in try await session.waitingChanges() {
            print("waits: \(summary(of: change.kind, change.content))")
        }
        for await status in session.statuses where status.phase != .syncing {
            print(status.line)
            break
        }
    }

    private func sync() async throws {
        let report = try await session.sync()
        print("Sent \(report.sent), received \(report.received).")
        print(report.status.line)
    }

    private func refusals(_ action: Arguments.RefusalAction?) async throws {
        switch action {
        case .retry(let id)?: try await session.retry(id)
        case .discard(let id)?: try await session.discard(id)
        case nil: break
        }
        let refused = try await session.refusedChanges()
        if refused.isEmpty { print("No refused changes.") }
        for change in refused {
            let text = summary(of: change.kind, change.content)
            print("\(change.id)  \(text): \(printable(change.error.message))")
        }
    }

    /// Sends and receives for some seconds. Without a connection, it returns at once, and what waits stays.
    private func synced() async throws -> SyncStatus {
        try await session.sync(until: .now + .seconds(10)).status
    }

    /// The item whose id ends in the text, among the newest.
    private func item(_ ending: String) async throws -> FeedItem {
        await feed.refresh()
        if case .failed(let error) = feed.phase { throw error }
        while true {
            let found = feed.items.filter { $0.id.description.hasSuffix(ending.lowercased()) }
            if let item = found.first, found.count == 1 { return item }
            if found.count > 1 { throw Problem("Several items end in \(ending). Use more of the id.") }
            guard feed.hasMore, feed.items.count < 500, feed.problem == nil else {
                throw Problem("No item of your feed ends in \(ending).")
            }
            await feed.loadMore()
        }
    }
}
