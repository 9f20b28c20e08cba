import Foundation
import Paceline

/// A person's cached newest items, newest first.
struct Timeline: Sendable {
    /// The number of items cached per person.
    static let depth = 16

    private let owner: Person.ID
    private let items: [CompactItem]
    /// Whether any of the items expires. The log has no event for that, so the timeline cannot be trusted.
    private let hasExpiringItems: Bool

    /// Leaves out the owner: many of these are in memory.
    fileprivate struct CompactItem: Sendable {
        /// In milliseconds.
        let at: Int64
        let id: FeedItem.ID
        let kind: FeedItem.Kind?
        let visibility: ItemVisibility
    }

    /// - Parameter newest: the owner's newest items, newest first, up to ``depth`` of them.
    init(of owner: Person.ID, newest: [(entry: Entry, visibility: ItemVisibility, expiresAt: Date?)]) {
        self.owner = owner
        hasExpiringItems = newest.contains { $0.expiresAt != nil }
        items = newest.map {
            CompactItem(
                at: $0.entry.at.milliseconds, id: $0.entry.id, kind: $0.entry.kind, visibility: $0.visibility)
        }
    }

    /// Whether the timeline holds all of the owner's items back to the entry; all of them when `entry` is nil.
    func covers(backTo entry: Entry?) -> Bool {
        guard !hasExpiringItems else { return false }
        guard items.count == Self.depth, let last = items.last else { return true }
        guard let entry else { return false }
        return (last.at, last.id) <= (entry.at.milliseconds, entry.id)
    }

    /// The time, in milliseconds, of the newest item with at least this visibility before the position.
    func newest(visibleAt least: Int, before start: Position?) -> Int64? {
        items.first { $0.isVisible(at: least, before: start) }?.at
    }

    /// The items with at least this visibility, before the position and not older than the instant, newest first.
    func entries(visibleAt least: Int, before start: Position?, since instant: Int64) -> [Entry] {
        items.prefix { $0.at >= instant }.filter { $0.isVisible(at: least, before: start) }
            .map { Entry(owner: owner, at: Date(milliseconds: $0.at), id: $0.id, kind: $0.kind) }
    }
}

extension Timeline.CompactItem {
    fileprivate func isVisible(at least: Int, before start: Position?) -> Bool {
        guard visibility.rawValue >= least else { return false }
        guard let start else { return true }
        return (at, id) < (start.at, FeedItem.ID(start.id))
    }
}
