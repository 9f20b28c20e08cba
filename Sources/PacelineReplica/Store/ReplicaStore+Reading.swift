import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// A place in the home feed of a store: after an item.
package struct FeedPlace: Sendable, Hashable {
    let at: Int64
    let id: UUID

    package init(after item: FeedItem) {
        self.init(at: item.at.milliseconds, id: item.id.uuid)
    }

    init(at: Int64, id: UUID) {
        self.at = at
        self.id = id
    }
}

extension ReplicaStore {
    /// The whole view.
    package func view() async throws -> ReplicaView {
        try await read { replay(try $0.truth(), $0.outbox) }
    }

    /// Everything that the server sent.
    package func truth() async throws -> Truth { try await read { try $0.truth() } }

    /// A page of the home feed, newest first: the viewer's items and those of the people they follow and have not
    /// muted, with the effects of queued commands.
    /// - Parameters:
    ///   - place: the last item of the previous page; nil for the first page.
    ///   - limit: the most items.
    package func homeFeed(after place: FeedPlace? = nil, limit: Int) async throws -> [FeedItem] {
        try await read { try $0.homeFeed(after: place, limit: limit) }
    }

    /// One item; nil if it is not stored.
    package func item(_ id: FeedItem.ID) async throws -> FeedItem? {
        try await read { try $0.item(id, with: $0.overlay()) }
    }

    /// The stored comments on an item, oldest first, with the effects of queued commands.
    package func comments(on item: FeedItem.ID) async throws -> [Comment] {
        try await read { try $0.shownComments(on: item) }
    }
}

extension ReplicaTransaction {
    func overlay() throws -> Overlay { Overlay(outbox.commands, account: try account()) }

    /// One item; nil if it is not stored, or a queued command hides it.
    func item(_ id: FeedItem.ID, with overlay: Overlay) throws -> FeedItem? {
        guard let stored = try items("WHERE id = \(id.uuid)").first else {
            return overlay.newItem(Workout.ID(id.uuid)).flatMap {
                overlay.item(StoredValue($0, serial: 0), comments: [])
            }
        }
        return overlay.item(stored, comments: try comments(on: id))
    }

    /// The stored comments on an item, as the server sent them.
    func comments(on item: FeedItem.ID) throws -> [StoredValue<Comment>] {
        try comments("WHERE item = \(item.uuid) ORDER BY created_at, id")
    }

    func shownComments(on item: FeedItem.ID) throws -> [Comment] {
        var truth = Truth()
        truth.account = try account()
        for stored in try items("WHERE id = \(item.uuid)") { truth.items[item] = stored }
        for stored in try comments(on: item) { truth.comments[stored.value.id] = stored }
        return replay(truth, outbox).comments.values.filter { $0.item == item }
            .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// - Parameter isIncluded: which items the page is of.
    func homeFeed(
        after place: FeedPlace?, limit: Int, where isIncluded: (FeedItem) -> Bool = { _ in true }
    ) throws -> [FeedItem] {
        let account = try account()
        let overlay = Overlay(outbox.commands, account: account)
        var page: [FeedItem] = []
        var (next, isEnd) = (place, false)
        // Queued blocks and deletions hide few items, so one round nearly always fills a page of all.
        while page.count < limit, !isEnd {
            let stored = try homeItems(viewer: account?.id, after: next, limit: limit)
            page += try stored.compactMap { try show($0, overlay) }.filter(isIncluded)
            next = stored.last.map { FeedPlace(after: $0.value) }
            isEnd = stored.count < limit
        }
        page += try newItems(overlay, after: place).filter(isIncluded)
        return Array(page.sorted { FeedPlace(after: $1) < FeedPlace(after: $0) }.prefix(limit))
    }

    /// The published workouts that the server has not sent yet, after a place.
    private func newItems(_ overlay: Overlay, after place: FeedPlace?) throws -> [FeedItem] {
        try overlay.publishedWorkouts.keys.compactMap { id in
            guard try !connection.exists("SELECT 1 FROM items WHERE id = \(id.uuid)"),
                let item = overlay.newItem(id).flatMap({
                    overlay.item(StoredValue($0, serial: 0), comments: [])
                })
            else { return nil }
            return place.map { FeedPlace(after: item) < $0 } ?? true ? item : nil
        }
    }

    /// Uses the index on `(at, id)`.
    private func homeItems(viewer: Person.ID?, after place: FeedPlace?, limit: Int) throws -> [StoredValue<
        FeedItem
    >] {
        let bound: SQL = place.map { "(at, id) < (\($0.at), \($0.id))" } ?? "TRUE"
        return try items(
            """
            WHERE \(bound) AND (
                owner = \(viewer?.uuid)
                OR owner IN (SELECT id FROM people)
                    AND owner NOT IN (SELECT id FROM things WHERE kind = 'mute'))
            ORDER BY at DESC, id DESC
            LIMIT \(limit)
            """)
    }

    private func show(_ stored: StoredValue<FeedItem>, _ overlay: Overlay) throws -> FeedItem? {
        let needsComments = !overlay.addedComments.isEmpty || !overlay.deletedComments.isEmpty
        let comments = needsComments ? try comments(on: stored.value.id) : []
        guard let item = overlay.item(stored, comments: comments),
            overlay.isInHomeFeed(item, isAuthorFollowed: true, isAuthorMuted: false)
        else { return nil }
        return item
    }
}

extension FeedPlace: Comparable {
    package static func < (left: FeedPlace, right: FeedPlace) -> Bool {
        (left.at, FeedItem.ID(left.id)) < (right.at, FeedItem.ID(right.id))
    }
}
