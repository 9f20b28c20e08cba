import Foundation
import Observation
import PacelineLocal

/// The feed on the full screen. It is drawn again whenever something that it shows changes.
@Observable
final class FeedScreen {
    private let session: HybridSession
    private let network: NetworkSwitch
    private let feed: Feed
    private let title: String
    private var status: SyncStatus?
    private var isOffline: Bool
    private var selected: FeedItem.ID?
    /// The comment that is being written.
    private var comment: String?
    private var isDone = false

    init(_ session: HybridSession, _ network: NetworkSwitch, title: String) {
        self.session = session
        self.network = network
        self.title = title
        feed = Feed(session.services, query: FeedQuery(kinds: [.workout]))
        isOffline = network.isOffline
    }

    func run() async throws {
        let terminal = try Terminal()
        let following = Task { await followStatus() }
        let signal = await handleEvents(of: terminal)
        following.cancel()
        terminal.restore()
        guard let signal else { return }
        // What waits is on the device in any case. Without closing, the next process could sync only half a minute later.
        try await session.close()
        exit(128 + signal)
    }

    /// Returns the signal that ended the program; nil if the person did.
    private func handleEvents(of terminal: Terminal) async -> Int32? {
        draw(on: terminal)
        act { await self.feed.refresh() }
        for await event in terminal.events {
            switch event {
            case .key(let key): press(key)
            case .redraw: draw(on: terminal)
            case .ended(let signal): return signal
            }
            if isDone { break }
        }
        return nil
    }

    /// Reads the feed again each time that the device has synced.
    private func followStatus() async {
        for await status in session.statuses {
            self.status = status
            if case .synced = status.phase { await feed.refresh() }
        }
    }

    /// Runs a verb. The store shows its effect at once, and its error in `problem`.
    private func act(_ verb: @escaping () async throws -> Void) {
        Task {
            do {
                try await verb()
            } catch {
                feed.problem = error as? SocialError ?? feed.problem
            }
        }
    }
}

// Keys.
extension FeedScreen {
    private func press(_ key: Terminal.Key) {
        feed.problem = nil
        if let comment { return write(key, comment) }
        switch key {
        case .character("j"), .down: select(1)
        case .character("k"), .up: select(-1)
        case .character("K"):
            if let item { act { try await self.feed.toggleKudos(of: item.id) } }
        case .character("c"): if item != nil { comment = "" }
        case .character("o"):
            network.toggle()
            isOffline = network.isOffline
            act { try await self.session.sync() }
        case .character("r"):
            act {
                try await self.session.sync()
                await self.feed.refresh()
            }
        case .character("q"), .interrupt: isDone = true
        default: break
        }
    }

    private func write(_ key: Terminal.Key, _ text: String) {
        switch key {
        case .character(let character): comment = text + String(character)
        case .delete: comment = String(text.dropLast())
        case .escape, .interrupt: comment = nil
        case .enter:
            comment = nil
            guard let item, !text.isEmpty else { return }
            act {
                _ = try await self.session.services.comment(CommentDraft(text: text), on: item.id)
                await self.feed.refresh()
            }
        case .up, .down: break
        }
    }

    private func select(_ step: Int) {
        let items = feed.items
        guard !items.isEmpty else { return }
        let place = min(max(place + step, 0), items.count - 1)
        selected = items[place].id
        if place == items.count - 1, feed.hasMore { act { await self.feed.loadMore() } }
    }

    private var item: FeedItem? { feed.items.isEmpty ? nil : feed.items[place] }

    /// The selected item stays selected when others arrive.
    private var place: Int { feed.items.firstIndex { $0.id == selected } ?? 0 }
}

// Drawing.
extension FeedScreen {
    private func draw(on terminal: Terminal) {
        let lines = withObservationTracking {
            self.lines(height: terminal.height)
        } onChange: { [redraw = terminal.redraw] in
            redraw()
        }
        terminal.draw(lines)
    }

    private func lines(height: Int) -> [String] {
        var lines = ["\u{1B}[1m\(printable(title))", ""]
        let room = max(1, (height - 5) / 2)
        // Keeps the selected item in view.
        let first = max(0, place - room + 1)
        for (index, item) in feed.items.enumerated().dropFirst(first).prefix(room) {
            let isSelected = index == place
            lines.append(isSelected ? "\u{1B}[1m› \(item.headline)" : "  \(item.headline)")
            lines.append("\u{1B}[2m    \(item.reactions)")
        }
        if feed.items.isEmpty { lines.append(emptyText) }
        lines += [String](repeating: "", count: max(0, height - 2 - lines.count))
        return lines + ["\u{1B}[7m \(statusLine) ", lastLine]
    }

    private var emptyText: String {
        switch feed.phase {
        case .failed(let error): printable(error.message)
        case .empty: "No workouts yet. Follow people to see theirs."
        case .idle, .loading, .loaded: "Loading…"
        }
    }

    private var statusLine: String {
        (isOffline ? "offline switch on · " : "") + (status?.line ?? "syncing…")
    }

    private var lastLine: String {
        if let comment { return "Comment: \(printable(comment))_" }
        if let problem = feed.problem { return printable(problem.message) }
        return "j k move · K kudos · c comment · o offline · r refresh · q quit"
    }
}
