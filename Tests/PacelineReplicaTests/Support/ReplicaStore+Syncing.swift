import Foundation
import Paceline
import PacelineAPI

@testable import PacelineReplica

extension LenientSyncAnswer {
    /// An answer with these changes, which contains all that the commands did.
    static func page(
        _ changes: [Change] = [], results: [CommandResult] = [], next: String = "next", hasMore: Bool = false,
        isSettled: Bool = true
    ) -> LenientSyncAnswer {
        LenientSyncAnswer(
            results: results, changes: changes.map { .change($0) }, next: ChangeToken(next), hasMore: hasMore,
            isSettled: isSettled)
    }
}

extension SyncRequest {
    /// A success for each command.
    var successes: [CommandResult] { commands.map { CommandResult(number: $0.number, status: 200) } }
}

extension Change {
    static func item(_ item: FeedItem) -> Change { Change(.item(item), ID(item.id.uuid)) }
    static func comment(_ comment: Comment) -> Change { Change(.comment(comment), ID(comment.id.uuid)) }
    static func account(_ account: Account) -> Change { Change(.account(account), ID(account.id.uuid)) }
    static func person(_ person: Person) -> Change { Change(.person(person), ID(person.id.uuid)) }
    static func mute(_ person: Person) -> Change { Change(.mute(person), ID(person.id.uuid)) }
    static func edge(_ person: Person, _ relationship: Relationship) -> Change {
        Change(.edge(person, relationship), ID(person.id.uuid))
    }
    static func deleted(_ kind: Kind, _ id: UUID) -> Change { Change(.deleted(kind), ID(id)) }
}

extension ReplicaStore {
    /// A store that Ana's device has synced once: she follows Ben (2) and Mira (3).
    static func ana(_ items: [FeedItem] = [], comments: [Comment] = []) async throws -> ReplicaStore {
        let store = try await ReplicaStore.inMemory()
        _ = try await store.sync { _ in .page(next: "first") }
        try await store.loadNothing()
        let people = [Person.numbered(2), .numbered(3)]
        _ = try await store.sync { _ in
            .page(
                [.account(.ana)] + people.map { .person($0) } + items.map { .item($0) }
                    + comments.map { .comment($0) }, next: "second")
        }
        return store
    }

    /// Syncs for the first time, and receives the account and a number of Ana's items.
    /// - Parameter count: a multiple of 50. Each item is a minute newer than the one before.
    func receive(items count: Int) async throws {
        try await sync { _ in .page(next: "first") }
        try await loadNothing()
        for start in stride(from: 0, to: count, by: 50) {
            let items = (start..<start + 50).map { FeedItem.numbered($0, by: 1, minute: $0) }
            try await sync { _ in .page([.account(.ana)] + items.map { .item($0) }) }
        }
    }

    /// One sync with a server that answers like this.
    @discardableResult
    func sync(
        now: Int64 = .now, _ answer: (SyncRequest) throws -> LenientSyncAnswer
    ) async throws -> SyncOutcome {
        guard let sync = try await prepareSync(at: SyncTime(device: now)) else {
            return SyncOutcome(isOutdated: true)
        }
        return try await apply(try answer(sync.request), to: sync, now: now)
    }

    /// Loads from a server that has nothing but the account.
    func loadNothing(now: Int64 = .now) async throws {
        try await load(now: now) { Loaded.nothing(for: $0) }
    }

    func load(now: Int64 = .now, _ answer: (Load) throws -> Loaded) async throws {
        while let (load, version) = try await nextLoad(now: now) {
            try await apply(try answer(load), for: load, requestedAt: version, now: now)
        }
    }
}

extension SyncTime {
    /// The time of most tests, which the server knows as well.
    static let now = SyncTime(device: .now, server: .now)
}

extension Loaded {
    /// The answer of a server that has nothing but the account.
    static func nothing(for load: Load) -> Loaded {
        switch load.kind {
        case .account: .account(.ana)
        case .incomingRequests, .outgoingRequests: .requests([], next: nil)
        case .groups: .groups([], next: nil)
        case .invitations: .invitations([], next: nil)
        case .feed, .personFeed: .items([], next: nil)
        case .comments: .comments([], next: nil)
        case .person, .item: .gone
        default: .people([], next: nil)
        }
    }
}

extension Int64 {
    /// The time of most tests, in milliseconds since 1970.
    static let now = Date.start.milliseconds + 3_600_000
    static let day: Int64 = 86_400_000
}
