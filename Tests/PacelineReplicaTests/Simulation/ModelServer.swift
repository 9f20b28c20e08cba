import Foundation
import Paceline
import PacelineAPI

@testable import PacelineReplica

/// A server of a few people that keeps the rules of `POST /v1/sync`, without a database.
///
/// An item is visible to its owner and to the owner's followers, a comment to those who see its item, and nothing to
/// people with a block between them.
struct ModelServer {
    struct Item {
        let owner: Int
        let minute: Int
        var kudos: Set<Int> = []
    }

    struct Post {
        let item: FeedItem.ID
        let author: Int
        /// All texts that it has had, in order.
        var texts: [String]
        var isDeleted = false
    }

    struct Pair: Hashable {
        let from: Int
        let to: Int
    }

    enum Entry: Hashable {
        case item(FeedItem.ID)
        case comment(Comment.ID)
        case edge(Int, Int)
    }

    private struct Receipt {
        let command: SyncCommand
        let result: CommandResult
    }

    var items: [FeedItem.ID: Item] = [:]
    var posts: [Comment.ID: Post] = [:]
    var follows: Set<Pair> = []
    var blocks: Set<Pair> = []
    var log: [Entry] = []
    /// Commands that changed something although they had done so before.
    var repeated: [String] = []
    /// The comments that went with their item.
    var deletedWithItem: Set<Comment.ID> = []
    private var receipts: [SyncDevice.ID: [Int: Receipt]] = [:]
    let people: Int

    init(people: Int) { self.people = people }

    func isBlocked(_ one: Int, _ other: Int) -> Bool {
        blocks.contains(Pair(from: one, to: other)) || blocks.contains(Pair(from: other, to: one))
    }

    func follows(_ from: Int, _ to: Int) -> Bool { follows.contains(Pair(from: from, to: to)) }

    func sees(_ viewer: Int, _ id: FeedItem.ID) -> Bool {
        guard let item = items[id] else { return false }
        return item.owner == viewer || follows(viewer, item.owner) && !isBlocked(viewer, item.owner)
    }

    func sees(_ viewer: Int, _ id: Comment.ID) -> Bool {
        guard let post = posts[id], !post.isDeleted else { return false }
        return sees(viewer, post.item) && !isBlocked(viewer, post.author)
    }
}

// What people see.
extension ModelServer {
    func item(_ id: FeedItem.ID, by viewer: Int) -> FeedItem? {
        guard sees(viewer, id), let item = items[id] else { return nil }
        let number = Int(id.uuid.uuid.14) << 8 | Int(id.uuid.uuid.15)
        return .numbered(
            number, by: item.owner, minute: item.minute, kudos: item.kudos.count,
            isMine: item.kudos.contains(viewer),
            comments: posts.values.count { $0.item == id && !$0.isDeleted })
    }

    func comment(_ id: Comment.ID, by viewer: Int) -> Comment? {
        guard sees(viewer, id), let post = posts[id] else { return nil }
        return Comment(
            id: id, item: post.item, author: .numbered(post.author), text: post.texts.last ?? "", parent: nil,
            createdAt: .start, editedAt: nil, heartCount: 0, hasHeart: false, isDeleted: false)
    }

    func relationship(_ viewer: Int, _ other: Int) -> Relationship {
        if isBlocked(viewer, other), !blocks.contains(Pair(from: viewer, to: other)) { return .notFriends }
        return Relationship(
            isBlockedByMe: blocks.contains(Pair(from: viewer, to: other)), follows: follows(viewer, other),
            isFollowedBack: follows(other, viewer))
    }

    func person(_ other: Int, by viewer: Int) -> Person {
        var person = Person.numbered(other, relationship: relationship(viewer, other))
        person.notifications = follows(viewer, other) ? true : nil
        return person
    }

    func account(_ person: Int) -> Account {
        var account = Account.ana
        account.id = .numbered(person)
        account.username = "person\(person)"
        return account
    }
}

// The sync.
extension ModelServer {
    /// - Parameters:
    ///   - lag: how many of the newest entries the change feed does not have yet.
    ///   - fault: a status with which the server fails instead of running the command at this index.
    mutating func sync(
        _ request: SyncRequest, as person: Int, lag: Int, fault: (index: Int, status: Int)?
    ) throws(SyncFailure) -> LenientSyncAnswer {
        // A restored server does not know where a device is that has seen more.
        guard (request.since.flatMap { Int($0.description) } ?? 0) <= log.count else { throw .changesExpired }
        var results: [CommandResult] = []
        for (index, command) in request.commands.enumerated() {
            if let fault, fault.index == index {
                results.append(CommandResult(number: command.number, status: fault.status))
                break
            }
            results.append(try answer(command, request.device, person))
        }
        guard let since = request.since else {
            return LenientSyncAnswer(
                results: results, changes: [], next: ChangeToken("\(log.count)"), hasMore: false,
                isSettled: true)
        }
        let start = Int(since.description) ?? 0
        let known = max(start, log.count - lag)
        let end = min(known, start + request.limit)
        var seen: Set<Entry> = []
        let entries = log[start..<end].reversed().filter { seen.insert($0).inserted }.reversed()
        return LenientSyncAnswer(
            results: results, changes: entries.compactMap { change($0, for: person) }.map { .change($0) },
            next: ChangeToken("\(end)"), hasMore: end < known, isSettled: known == log.count)
    }

    private mutating func answer(
        _ command: SyncCommand, _ device: SyncDevice.ID, _ person: Int
    ) throws(SyncFailure) -> CommandResult {
        if let receipt = receipts[device]?[command.number] {
            var first = command
            first.skip = receipt.command.skip
            guard receipt.command == first else { throw .deviceReused }
            return receipt.result
        }
        guard command.number == (receipts[device]?.count ?? 0) + 1 else { throw .deviceReused }
        let status = command.skip ? 409 : run(command, as: person)
        let error = status < 300 ? nil : SocialError(status == 404 ? .itemNotFound : .notAllowed, "")
        let result = CommandResult(number: command.number, status: status, problem: error)
        receipts[device, default: [:]][command.number] = Receipt(command: command, result: result)
        return result
    }

    private func change(_ entry: Entry, for viewer: Int) -> Change? {
        switch entry {
        case .item(let id): item(id, by: viewer).map { .item($0) } ?? .deleted(.item, id.uuid)
        case .comment(let id): comment(id, by: viewer).map { .comment($0) } ?? .deleted(.comment, id.uuid)
        case .edge(viewer, let other), .edge(let other, viewer):
            .edge(.numbered(other), relationship(viewer, other))
        case .edge: nil
        }
    }

    func load(_ load: Load, as viewer: Int) -> Loaded {
        let id = FeedItem.ID(load.id)
        let other = Int(load.id.uuid.15)
        let others = (1...people).filter { $0 != viewer }
        func page(_ people: [Int]) -> Loaded { .people(people.map { person($0, by: viewer) }, next: nil) }
        switch load.kind {
        case .account: return .account(account(viewer))
        case .blocks: return page(others.filter { blocks.contains(Pair(from: viewer, to: $0)) })
        case .following: return page(others.filter { follows(viewer, $0) })
        case .followers: return page(others.filter { follows($0, viewer) })
        case .incomingRequests, .outgoingRequests: return .requests([], next: nil)
        case .groups: return .groups([], next: nil)
        case .invitations: return .invitations([], next: nil)
        case .feed: return feed(viewer, owner: nil, load.cursor)
        case .personFeed: return feed(viewer, owner: other, load.cursor)
        case .person:
            return isBlocked(viewer, other) ? .gone : .person(person(other, by: viewer))
        case .item: return item(id, by: viewer).map { .item($0) } ?? .gone
        case .comments:
            let visible = posts.keys.filter { posts[$0]?.item == id }.compactMap { comment($0, by: viewer) }
            return sees(viewer, id) ? .comments(visible, next: nil) : .gone
        case .mutes, .lostPeople, .sweep: return .people([], next: nil)
        }
    }

    private func feed(_ viewer: Int, owner: Int?, _ cursor: Cursor?) -> Loaded {
        let visible = items.filter { owner == nil || $0.value.owner == owner }
            .compactMap { item($0.key, by: viewer) }.sorted { ($1.at, $1.id) < ($0.at, $0.id) }
        // A place, not a count: items that come or go between two pages must not move the next one.
        let end = cursor.flatMap { Int($0.description) } ?? .max
        let rest = visible.filter { items[$0.id]?.minute ?? 0 < end }
        let page = rest.prefix(4)
        let next = page.last.flatMap { items[$0.id]?.minute }.map { Cursor("\($0)") }
        return .items(Array(page), next: page.count < rest.count ? next : nil)
    }
}

extension ReplicaStore {
    /// Lets Ana's store sync until it has nothing more to send or load.
    /// - Parameter losesAnswer: whether the first answer is lost, after which the store does not try again.
    /// - Returns: what the server refused meanwhile.
    @discardableResult
    func syncAll(with server: inout ModelServer, losesAnswer: Bool = false) async throws -> [SyncFailure] {
        var failures: [SyncFailure] = []
        for _ in 0..<10 {
            guard let sync = try await prepareSync(at: SyncTime(device: .now)) else { return failures }
            let answer: LenientSyncAnswer
            do {
                answer = try server.sync(sync.request, as: 1, lag: 0, fault: nil)
            } catch {
                failures.append(error)
                switch error {
                case .deviceReused: try await renewDevice(after: sync, to: UUID())
                case .changesExpired: try await expireToken(of: sync)
                default: throw error
                }
                continue
            }
            if losesAnswer { return failures }
            let applied = try await apply(answer, to: sync, now: .now)
            if !applied.hasMore, !applied.hasCommands { break }
        }
        try await load { server.load($0, as: 1) }
        return failures
    }
}
