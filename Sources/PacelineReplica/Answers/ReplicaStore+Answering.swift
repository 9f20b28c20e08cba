import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// How to answer a read.
package enum ReadAnswer: Sendable {
    /// With a response from the store.
    case fromStore(EncodedResponse, Accuracy)
    /// With the server's response to another request, for the part of the home feed that is older than the horizon.
    case beforeHorizon(ReadRequest, horizon: Int64)
    /// With the server's response.
    case needsServer

    /// How well a response from the store agrees with the server's, from the worst to the best.
    package enum Accuracy: Sendable, Comparable {
        /// The change feed does not report its changes. Use it only while offline.
        case stale
        /// Correct except for counts and totals, whose changes the change feed does not report.
        case approximate
        /// As of the last sync, with the effects of queued commands.
        case exact
    }
}

extension ReplicaStore {
    /// Whether the change feed reports the changes of an item: the store holds it, and the viewer follows its author.
    package func isFollowed(_ id: FeedItem.ID) async throws -> Bool {
        try await read { transaction in
            guard let account = try transaction.account(),
                let item = try transaction.items("WHERE id = \(id.uuid)").first?.value
            else { return false }
            let isFollowed = try transaction.isFollowed(item.author.id)
            return try item.author.id == account.id || isFollowed && !transaction.isMuted(item.author.id)
        }
    }

    /// Answers a read from the view, with the JSON that the server would send.
    /// - Parameter now: decides which friend and follow requests have expired.
    package func answer(_ request: ReadRequest, now: Date) async throws -> ReadAnswer {
        try await read { transaction in
            guard let account = try transaction.account() else { return .needsServer }
            return try ReadAnswerer(
                transaction: transaction, account: account, overlay: transaction.overlay(), now: now
            ).answer(request)
        }
    }

    /// Stores all comments on an item, unless the store has changed since the request.
    package func keep(
        _ comments: [Comment], requestedAt version: TruthVersion, readAt: Int64
    ) async throws {
        try await write { transaction in
            guard transaction.meta.ending == nil, version == transaction.meta.truthVersion else { return }
            transaction.meta.serial += 1
            for comment in comments { try transaction.put(comment, readAt: readAt) }
        }
    }
}

/// Answers reads from one snapshot of a store.
struct ReadAnswerer {
    let transaction: ReplicaTransaction
    /// The viewer's, as the server sent it.
    let account: Account
    let overlay: Overlay
    let now: Date

    func answer(_ request: ReadRequest) throws -> ReadAnswer {
        if request.parameters(API.feed) != nil { return try feed(request) }
        if request.parameters(API.me) != nil {
            return .fromStore(try overlay.account(account).response(200), .approximate)
        }
        if request.parameters(API.settings) != nil {
            return .fromStore(try overlay.account(account).settings.response(200), .exact)
        }
        if request.parameters(API.notifications) != nil { return try inbox(request) }
        if request.parameters(API.requests) != nil { return try requests(request) }
        if let id = request.parameters(API.item)?["id"].flatMap(FeedItem.ID.init) { return try item(id) }
        if let id = request.parameters(API.comments)?["id"].flatMap(FeedItem.ID.init) {
            return try comments(on: id, request)
        }
        if let id = request.parameters(API.group)?["id"].flatMap(LeaderboardGroup.ID.init) {
            return try group(id)
        }
        return .needsServer
    }

    private func item(_ id: FeedItem.ID) throws -> ReadAnswer {
        guard let item = try transaction.item(id, with: overlay) else { return .needsServer }
        return .fromStore(try item.response(200), try accuracy(of: item))
    }

    /// The change feed reports changes of items only for people whom the viewer follows.
    private func accuracy(of item: FeedItem) throws -> ReadAnswer.Accuracy {
        if item.author.id == account.id { return .exact }
        let isFollowed = try transaction.isFollowed(item.author.id)
        return try isFollowed && !transaction.isMuted(item.author.id) ? .exact : .stale
    }

    /// A page of the comments on an item, if all of them are stored.
    private func comments(on id: FeedItem.ID, _ request: ReadRequest) throws -> ReadAnswer {
        guard let item = try transaction.item(id, with: overlay) else { return .needsServer }
        let stored = try transaction.comments(on: id).filter { !$0.value.isDeleted }
        let count = try transaction.items("WHERE id = \(id.uuid)").first?.value.commentCount ?? 0
        guard stored.count == count else { return .needsServer }
        let page = try API.comments.readQuery(request.query).page
        let shown = try transaction.shownComments(on: id)
        let answer = Self.page(
            page, of: shown, at: { ($0.createdAt.milliseconds, $0.id) }, isNewestFirst: false)
        guard let answer else { return .needsServer }
        return .fromStore(try answer.response(200), try accuracy(of: item))
    }

    private func group(_ id: LeaderboardGroup.ID) throws -> ReadAnswer {
        let groups = try transaction.things(LeaderboardGroup.self, .group)
        guard let group = groups.first(where: { $0.id == id.uuid })?.value, let shown = overlay.group(group)
        else { return .needsServer }
        return .fromStore(try shown.response(200), .exact)
    }

    private func requests(_ request: ReadRequest) throws -> ReadAnswer {
        guard try !transaction.isFullLoadPending else { return .needsServer }
        let query = try API.requests.readQuery(request.query)
        let stored = try transaction.things(ConnectionRequest.self, .request).map(\.value).filter {
            ($0.from.id == account.id) == (query.direction == .outgoing)
                && (query.kind == nil || query.kind == $0.kind) && $0.expiresAt > now && overlay.shows($0)
        }.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
        let list = Self.page(
            query.page.page, of: stored, at: { ($0.createdAt.milliseconds, $0.id) }, isNewestFirst: true)
        guard let list else { return .needsServer }
        return .fromStore(try list.response(200), .exact)
    }

    /// The first page of the inbox, or all of it if that is one page. The change feed sends it with each change.
    private func inbox(_ request: ReadRequest) throws -> ReadAnswer {
        let page = try API.notifications.readQuery(request.query).page
        guard let inbox = try transaction.inbox(), PageRequest.limits.contains(page.limit) else {
            return .needsServer
        }
        let isWhole = inbox.next == nil && inbox.items.count <= page.limit && page.cursor == nil
        guard page == PageRequest() || isWhole else { return .needsServer }
        return .fromStore(try overlay.inbox(inbox.unexpired(at: now)).response(200), .exact)
    }
}

extension NotificationInbox {
    /// Without notifications that the server has deleted since, which the change feed does not report.
    fileprivate func unexpired(at now: Date) -> NotificationInbox {
        let start = now.addingTimeInterval(-SocialNotification.lifetime)
        var inbox = self
        inbox.items.removeAll { $0.at <= start }
        let expired = items.count { $0.at <= start && !$0.isRead }
        inbox.unreadCount = max(0, unreadCount - expired)
        return inbox
    }
}

// The home feed.
extension ReadAnswerer {
    private func feed(_ request: ReadRequest) throws -> ReadAnswer {
        let query = try API.feed.readQuery(request.query)
        let (kinds, type) = (query.feed.kinds, query.feed.type)
        guard query.feed == FeedQuery(kinds: kinds, type: type), let horizon = transaction.meta.horizon
        else { return .needsServer }
        let page = query.page.page
        guard PageRequest.limits.contains(page.limit) else { return .needsServer }
        var place: FeedPlace?
        if let cursor = page.cursor {
            switch ReplicaCursor(cursor) {
            case .place(let at, let id)?: place = FeedPlace(at: at, id: id)
            case .before(let horizon, let next)?:
                return try feed(
                    query.feed, before: horizon, PageRequest(limit: page.limit, cursor: next))
            case nil: return .needsServer
            }
        }
        let found = try transaction.homeFeed(after: place, limit: page.limit + 1) { item in
            (kinds.isEmpty || item.content.kind.map(kinds.contains) == true)
                && (type == nil || item.workout?.type == type)
        }
        let items = Array(found.filter { $0.at.milliseconds >= horizon }.prefix(page.limit))
        guard found.count > items.count || horizon > 0 else {
            return .fromStore(try Page(items: items).response(200), .exact)
        }
        guard let last = items.last else {
            return try feed(query.feed, before: horizon, PageRequest(limit: page.limit))
        }
        let next: ReplicaCursor =
            items.count == page.limit
            ? .place(last.at.milliseconds, last.id.uuid) : .before(horizon, next: nil)
        return .fromStore(try Page(items: items, next: next.cursor).response(200), .exact)
    }

    private func feed(
        _ query: FeedQuery, before horizon: Int64, _ page: PageRequest
    ) throws -> ReadAnswer {
        var query = query
        query.to = Date(milliseconds: horizon)
        let target = API.feed.target(NoParameters(), FeedParameters(query, page))
        return .beforeHorizon(try ReadRequest(target), horizon: horizon)
    }
}

extension EncodedResponse {
    /// The server's answer for the feed before the horizon, with a cursor that continues there.
    package func continuing(before horizon: Int64) throws -> EncodedResponse {
        guard status == 200 else { return self }
        let page = try Page<FeedItem>.read(self)
        guard let next = page.next else { return self }
        return try Page(items: page.items, next: ReplicaCursor.before(horizon, next: next).cursor).response(
            200)
    }
}

/// A cursor that the store gives in place of the server's.
enum ReplicaCursor: Equatable {
    /// Continues after the entry with this time, in milliseconds since 1970, and id.
    case place(Int64, UUID)
    /// Continues on the server, in the home feed before this horizon: after the server's cursor, or from the start.
    case before(Int64, next: Cursor?)

    init?(_ cursor: Cursor) {
        let parts = cursor.description.split(separator: "~", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int64(parts[1]) else { return nil }
        switch (parts[0], UUID(uuidString: String(parts[2]))) {
        case ("held", let id?): self = .place(number, id)
        case ("beyond", _): self = .before(number, next: parts[2].isEmpty ? nil : Cursor(String(parts[2])))
        default: return nil
        }
    }

    var cursor: Cursor {
        switch self {
        case .place(let number, let id): Cursor("held~\(number)~\(id.uuidString)")
        case .before(let horizon, let next): Cursor("beyond~\(horizon)~\(next?.description ?? "")")
        }
    }
}

extension ReadAnswerer {
    /// A page of a list of which all items are stored.
    /// - Parameters:
    ///   - items: in the list's order.
    ///   - place: the values by which the list is ordered: time and id.
    /// - Returns: nil for a cursor of the server.
    private static func page<Item: Sendable, Subject>(
        _ request: PageRequest, of items: [Item], at place: (Item) -> (Int64, Identifier<Subject>),
        isNewestFirst: Bool
    ) -> Page<Item>? {
        var rest = items[...]
        if let cursor = request.cursor {
            guard case .place(let at, let id)? = ReplicaCursor(cursor) else { return nil }
            let end = (at, Identifier<Subject>(id))
            rest = rest.drop { isNewestFirst ? place($0) >= end : place($0) <= end }
        }
        let shown = Array(rest.prefix(request.limit))
        let next = rest.count > shown.count ? shown.last.map(place) : nil
        return Page(items: shown, next: next.map { ReplicaCursor.place($0.0, $0.1.uuid).cursor })
    }
}
