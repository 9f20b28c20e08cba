import Foundation
import Paceline

/// Somebody's stream, as a test listens to it.
///
/// That something is *not* told shows by what is told after it: a test then has the listener's owner do something of
/// their own, and looks at everything up to that.
final class Listener {
    private var iterator: LiveEvents.Iterator
    private(set) var position = LogPosition.start

    fileprivate init(_ events: LiveEvents) {
        iterator = events.makeAsyncIterator()
    }

    /// Returns when everything of the past has been told: what that was.
    @discardableResult
    func catchesUp() async throws -> [LiveEvent.Content] {
        var past: [LiveEvent.Content] = []
        while let event = try await take(), event.content != .upToDate { past.append(event.content) }
        return past
    }

    /// The next thing that is told; nil when the stream is over.
    func hears() async throws -> LiveEvent.Content? {
        while let event = try await take() {
            if event.content != .upToDate { return event.content }
        }
        return nil
    }

    /// Everything that is told before the first thing that is about one's own account.
    func hearsUntilAccount() async throws -> [LiveEvent.Content] {
        var heard: [LiveEvent.Content] = []
        while let content = try await hears(), content != .account { heard.append(content) }
        return heard
    }

    private func take() async throws -> LiveEvent? {
        let event = try await iterator.next()
        if let event { position = event.position }
        return event
    }
}

extension Member {
    /// Listens from now on, or from a position.
    func listens(after position: LogPosition? = nil, watching items: [FeedItem.ID] = []) async throws
        -> Listener
    {
        let listener = Listener(services.events(after: position, watching: items))
        if position == nil { try await listener.catchesUp() }
        return listener
    }

    /// What is told of one deed.
    ///
    /// Things are told as they are when they are told, so that a test does one thing at a time.
    func hears(
        watching items: [FeedItem.ID] = [], of deed: () async throws -> Void
    ) async throws -> [String] {
        let listener = try await listens(watching: items)
        try await deed()
        return try await hears(on: listener)
    }

    /// What the listener has been told up to now, without what the inbox says of it besides.
    func hears(on listener: Listener) async throws -> [String] {
        let settings = try await services.settings()
        try await sets(SettingsChanges(emailNotifications: !settings.emailNotifications))
        return try await listener.hearsUntilAccount().filter { $0 != .notifications }.map(\.summary)
    }
}

extension LiveEvent.Content {
    /// What a test reads: `item 2000m`, `kudos 3`, `comment Well rowed!`.
    var summary: String {
        switch self {
        case .upToDate: "up to date"
        case .reset: "reset"
        case .item(let item): "item \(item.workout?.title ?? item.score?.game.description ?? "")"
        case .itemRemoved: "item removed"
        case .kudos(let change): "kudos \(change.kudosCount)"
        case .comment(let comment, let count): "comment \(comment.text) of \(count)"
        case .commentRemoved(_, _, let count): "comment removed, \(count) left"
        case .request(let request): "request \(request.state) by \(request.from.username)"
        case .requestRemoved: "request removed"
        case .relationship: "relationship"
        case .score: "score"
        case .group: "group"
        case .groupLost: "group lost"
        case .groupInvitation: "invitation"
        case .account: "account"
        case .notifications: "notifications"
        }
    }
}
