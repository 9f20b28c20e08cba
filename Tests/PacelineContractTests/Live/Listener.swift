import Foundation
import Paceline

/// A member's event stream, as read by a test.
///
/// To check that an event is *not* delivered, a test lets the member change their own account afterwards and looks at
/// everything that arrives before that event.
final class Listener {
    private var iterator: LiveEvents.Iterator
    private(set) var position = LogPosition.start

    fileprivate init(_ events: LiveEvents) {
        iterator = events.makeAsyncIterator()
    }

    /// Waits until all past events have been delivered, and returns them.
    @discardableResult
    func catchesUp() async throws -> [LiveEvent.Content] {
        var past: [LiveEvent.Content] = []
        while let event = try await take(), event.content != .upToDate { past.append(event.content) }
        return past
    }

    /// The next event; nil when the stream has ended.
    func receives() async throws -> LiveEvent.Content? {
        while let event = try await take() {
            if event.content != .upToDate { return event.content }
        }
        return nil
    }

    /// All events before the first one about the member's own account.
    func hearsUntilAccount() async throws -> [LiveEvent.Content] {
        var heard: [LiveEvent.Content] = []
        while let content = try await receives(), content != .account { heard.append(content) }
        return heard
    }

    private func take() async throws -> LiveEvent? {
        let event = try await iterator.next()
        if let event { position = event.position }
        return event
    }
}

extension Member {
    /// Opens a stream from now on, or from a position.
    func listens(after position: LogPosition? = nil, watching items: [FeedItem.ID] = []) async throws
        -> Listener
    {
        let listener = Listener(services.events(after: position, watching: items))
        if position == nil { try await listener.catchesUp() }
        return listener
    }

    /// The events caused by one action.
    ///
    /// Events show the current state at delivery, so a test does one thing at a time.
    func receives(
        watching items: [FeedItem.ID] = [], of action: () async throws -> Void
    ) async throws -> [String] {
        let listener = try await listens(watching: items)
        try await action()
        return try await receives(on: listener)
    }

    /// The events delivered so far, without those about the inbox.
    func receives(on listener: Listener) async throws -> [String] {
        let settings = try await services.settings()
        try await sets(SettingsChanges(emailNotifications: !settings.emailNotifications))
        return try await listener.hearsUntilAccount().filter { $0 != .notifications }.map(\.summary)
    }
}

extension LiveEvent.Content {
    /// A short form for tests: `item 2000m`, `kudos 3`, `comment Well rowed!`.
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
