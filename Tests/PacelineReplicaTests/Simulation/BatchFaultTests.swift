import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineReplica

/// A common fault of offline stores: they drop what follows a transient error in a batch, or what was made before a
/// restart.
@Suite("A server that fails in the midst of a batch")
struct BatchFaultTests {
    private static let count = 20
    private let item = FeedItem.ID.numbered(100)

    /// One request, in which the server fails on the command at an index.
    private func sync(
        _ store: ReplicaStore, with server: inout ModelServer, failing fault: (index: Int, status: Int)? = nil
    ) async throws {
        let sync = try #require(try await store.prepareSync(at: SyncTime(device: .now)))
        let answer = try server.sync(sync.request, as: 1, lag: 0, fault: fault)
        _ = try await store.apply(answer, to: sync, now: .now)
    }

    /// The store after a restart of the app.
    private func reopened(_ store: ReplicaStore) async throws -> ReplicaStore {
        try await store.releaseLease()
        try await store.close()
        return try await ReplicaStore.open(at: try #require(store.path))
    }

    private func load(_ store: ReplicaStore, from server: ModelServer) async throws {
        while let (load, version) = try await store.nextLoad(now: .now) {
            try await store.apply(server.load(load, as: 1), for: load, requestedAt: version, now: .now)
        }
    }

    @Test(
        "what was made before a restart arrives once and in order, also after a fault in mid-batch",
        arguments: [429, 500, 503], [0, 1, count / 2, count - 1])
    func fault(_ status: Int, _ index: Int) async throws {
        let folder = try Folder()
        var server = ModelServer(people: 1)
        var store = try await ReplicaStore.open(at: folder.file("replica.sqlite").path)
        try await store.append(.publish(.rowing(), as: .numbered(100)), madeAt: .now)
        try await sync(store, with: &server)
        try await load(store, from: server)
        for number in 1...Self.count {
            try await store.append(.comment("\(number)", as: .numbered(number), on: item), madeAt: .now)
            if number == Self.count / 2 { store = try await reopened(store) }
        }
        store = try await reopened(store)
        try await sync(store, with: &server, failing: (index, status))
        #expect(server.posts.count == index, "nothing after the fault ran")
        #expect(try await store.refusals() == [])
        #expect(try await store.comments(on: item).count == Self.count, "all are shown")
        store = try await reopened(store)
        try await sync(store, with: &server)
        try await sync(store, with: &server)
        #expect(server.repeated == [])
        #expect(Set(server.posts.keys) == Set((1...Self.count).map { Paceline.Comment.ID.numbered($0) }))
        let written = server.log.compactMap { entry -> Paceline.Comment.ID? in
            if case .comment(let id) = entry { id } else { nil }
        }
        #expect(written == (1...Self.count).map { .numbered($0) }, "in order")
        #expect(try await store.outbox().commands == [])
        #expect(try await store.refusals() == [])
        try await store.close()
    }
}
