import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// How a read is answered.
package enum ReadAnswer: Sendable {
    /// From the store.
    case held(EncodedResponse, Accuracy)
    /// By the server, for another target: the part of a feed that the store does not hold.
    case beyond(ReadRequest, horizon: Int64)
    /// By the server.
    case notHeld

    /// How far an answer from the store agrees with the server's.
    package enum Accuracy: Sendable, Comparable {
        /// The change feed does not tell what changes: show it without a connection.
        case stale
        /// Right but for counts and totals, which the change feed does not tell.
        case approximate
        /// As of the last sync, with what waits.
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
    /// - Parameter now: the time by which requests expire.
    package func answer(_ request: ReadRequest, now: Date) async throws -> ReadAnswer {
        try await read { transaction in
            guard let account = try transaction.account() else { return .notHeld }
            return try Answerer(
                transaction: transaction, account: account, overlay: transaction.overlay(), now: now
            ).answer(request)
        }
    }

    /// Keeps the comments of an item that the server sent all at once, unless the store has changed since.
    package func keep(
        _ comments: [Comment], requestedAt version: TruthVersion, readAt: Int64
    ) async throws {
        try await write { transaction in
            let meta = transaction.meta
            guard !meta.isClosed, version.epoch == meta.epoch, version.generation == meta.generation else {
                return
            }
            transaction.meta.serial += 1
            for comment in comments { try transaction.put(comment, readAt: readAt) }
        }
    }
}

/// Answers reads from one snapshot of a store.
struct Answerer {
    let transaction: ReplicaTransaction
    /// The viewer's, as the server sent it.
    let account: Account
    let overlay: Overlay
    let now: Date

    func answer(_ request: ReadRequest) throws -> ReadAnswer {
        if request.parameters(API.feed) != nil { return try feed(request) }
        if request.parameters(API.me) != nil {
            return .held(try overlay.account(account).response(200), .approximate)
        }
        if request.parameters(API.settings) != nil {
            return .held(try overlay.account(account).settings.response(200), .exact)
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
        return .notHeld
    }

    private func item(_ id: FeedItem.ID) throws -> ReadAnswer {
        guard let item = try transaction.item(id, with: overlay) else { return .notHeld }
        return .held(try item.response(200), try accuracy(of: item))
    }

    /// Items of people whom the viewer does not follow come again only when they are gone.
    private func accuracy(of item: FeedItem) throws -> ReadAnswer.Accuracy {
        if item.author.id == account.id { return .exact }
        let isFollowed = try transaction.isFollowed(item.author.id)
        return try isFollowed && !transaction.isMuted(item.author.id) ? .exact : .stale
    }

    /// The comments on an item, if all of them are held.
    private func comments(on id: FeedItem.ID, _ request: ReadRequest) throws -> ReadAnswer {
        guard let item = try transaction.item(id, with: overlay) else { return .notHeld }
        let stored = try transaction.comments(on: id).filter { !$0.value.isDeleted }
        let count = try transaction.items("WHERE id = \(id.uuid)").first?.value.commentCount ?? 0
        guard stored.count == count else { return .notHeld }
        let page = try API.comments.readQuery(request.query).page
        let shown = try transaction.shownComments(on: id)
        let places = Self.page(
            page, of: shown, at: { ($0.createdAt.milliseconds, $0.id) }, isNewestFirst: false)
        guard let places else { return .notHeld }
        return .held(try places.response(200), try accuracy(of: item))
    }

    private func group(_ id: LeaderboardGroup.ID) throws -> ReadAnswer {
        let groups = try transaction.things(LeaderboardGroup.self, .group)
        guard let group = groups.first(where: { $0.id == id.uuid })?.value, let shown = overlay.group(group)
        else { return .notHeld }
        return .held(try shown.response(200), .exact)
    }

    private func requests(_ request: ReadRequest) throws -> ReadAnswer {
        guard try !transaction.isLoadingEverything else { return .notHeld }
        let query = try API.requests.readQuery(request.query)
        let held = try transaction.things(ConnectionRequest.self, .request).map(\.value).filter {
            ($0.from.id == account.id) == (query.direction == .outgoing)
                && (query.kind == nil || query.kind == $0.kind) && $0.expiresAt > now && overlay.shows($0)
        }.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
        let list = Self.page(
            query.page.page, of: held, at: { ($0.createdAt.milliseconds, $0.id) }, isNewestFirst: true)
        guard let list else { return .notHeld }
        return .held(try list.response(200), .exact)
    }

    /// The first page of the inbox, which comes whole with each change.
    private func inbox(_ request: ReadRequest) throws -> ReadAnswer {
        let page = try API.notifications.readQuery(request.query).page
        guard page == PageRequest(), let inbox = try transaction.inbox() else { return .notHeld }
        return .held(try overlay.inbox(inbox).response(200), .exact)
    }
}

// The home feed.
extension Answerer {
    private func feed(_ request: ReadRequest) throws -> ReadAnswer {
        let query = try API.feed.readQuery(request.query)
        guard query.feed == FeedQuery(), let horizon = transaction.meta.horizon else { return .notHeld }
        let page = query.page.page
        guard PageRequest.limits.contains(page.limit) else { return .notHeld }
        var place: FeedPlace?
        if let cursor = page.cursor {
            switch ReplicaCursor(cursor) {
            case .place(let at, let id)?: place = FeedPlace(at: at, id: id)
            case .beyond(let horizon, let next)?:
                return try beyond(horizon, PageRequest(limit: page.limit, cursor: next))
            case nil: return .notHeld
            }
        }
        let found = try transaction.homeFeed(after: place, limit: page.limit + 1)
        let items = Array(found.filter { $0.at.milliseconds >= horizon }.prefix(page.limit))
        guard found.count > items.count || horizon > 0 else {
            return .held(try Page(items: items).response(200), .exact)
        }
        guard let last = items.last else { return try beyond(horizon, PageRequest(limit: page.limit)) }
        let next: ReplicaCursor =
            items.count == page.limit
            ? .place(last.at.milliseconds, last.id.uuid) : .beyond(horizon, next: nil)
        return .held(try Page(items: items, next: next.cursor).response(200), .exact)
    }

    private func beyond(_ horizon: Int64, _ page: PageRequest) throws -> ReadAnswer {
        let query = FeedParameters(FeedQuery(to: Date(milliseconds: horizon)), page)
        return .beyond(try ReadRequest(API.feed.target(NoParameters(), query)), horizon: horizon)
    }
}

extension EncodedResponse {
    /// The server's answer for what is beyond the horizon, with a cursor that continues there.
    package func continuing(beyond horizon: Int64) throws -> EncodedResponse {
        guard status == 200 else { return self }
        let page = try Page<FeedItem>.read(self)
        guard let next = page.next else { return self }
        return try Page(items: page.items, next: ReplicaCursor.beyond(horizon, next: next).cursor).response(
            200)
    }
}

/// The cursor of a list that is answered from a store.
enum ReplicaCursor: Equatable {
    /// After an entry.
    case place(Int64, UUID)
    /// In the part of the home feed before an instant, after the server's cursor.
    case beyond(Int64, next: Cursor?)

    init?(_ cursor: Cursor) {
        let parts = cursor.description.split(separator: "~", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int64(parts[1]) else { return nil }
        switch (parts[0], UUID(uuidString: String(parts[2]))) {
        case ("held", let id?): self = .place(number, id)
        case ("beyond", _): self = .beyond(number, next: parts[2].isEmpty ? nil : Cursor(String(parts[2])))
        default: return nil
        }
    }

    var cursor: Cursor {
        switch self {
        case .place(let number, let id): Cursor("held~\(number)~\(id.uuidString)")
        case .beyond(let horizon, let next): Cursor("beyond~\(horizon)~\(next?.description ?? "")")
        }
    }
}

extension Answerer {
    /// A page of a list that is held whole.
    /// - Parameters:
    ///   - items: in the list's order.
    ///   - place: by what it is ordered.
    /// - Returns: nil for a cursor that is not of the store.
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
