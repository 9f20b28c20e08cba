import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("A server restored from a backup")
struct RestoredServerTests {
    private let item = FeedItem.ID.numbered(100)

    /// Lets a store sync until it has nothing more to send or load.
    private func sync(
        _ store: ReplicaStore, with server: inout ModelServer, losesAnswer: Bool = false
    ) async throws {
        for _ in 0..<10 {
            guard let sync = try await store.prepareSync(at: SyncTime(device: .now)) else { return }
            let answer: LenientSyncAnswer
            do {
                answer = try server.sync(sync.request, as: 1, lag: 0, fault: nil)
            } catch .deviceReused {
                try await store.renewDevice(after: sync, to: UUID())
                continue
            } catch {
                #expect(error == .changesExpired)
                try await store.expireToken(of: sync)
                continue
            }
            if losesAnswer { return }
            let applied = try await store.apply(answer, to: sync, now: .now)
            if !applied.hasMore, !applied.hasCommands { break }
        }
        while let (load, version) = try await store.nextLoad(now: .now) {
            try await store.apply(server.load(load, as: 1), for: load, requestedAt: version, now: .now)
        }
    }

    @Test(
        "nothing happens twice, what waits is sent, and what the backup may lack is told",
        arguments: [false, true])
    func restored(_ losesAnswer: Bool) async throws {
        let folder = try Folder()
        var server = ModelServer(people: 1)
        let store = try await ReplicaStore.open(at: folder.file("replica.sqlite").path)
        try await store.append(.publish(.rowing(), as: .numbered(100)), madeAt: .now)
        try await sync(store, with: &server)
        let backup = server
        try await store.append(.comment("after the backup", as: .numbered(1), on: item), madeAt: .now)
        try await sync(store, with: &server, losesAnswer: losesAnswer)
        server = backup

        try await store.append(.comment("waits", as: .numbered(2), on: item), madeAt: .now)
        for _ in 0..<2 { try await sync(store, with: &server) }
        #expect(server.repeated == [])
        #expect(try await store.outbox().commands == [])
        // A command without an answer is sent again under its number, which the backup does not know.
        #expect((server.posts[.numbered(1)] != nil) == losesAnswer)
        // The backup does not know the number that the device has acknowledged. What was sent with it may have run.
        #expect((server.posts[.numbered(2)] != nil) == losesAnswer)
        let refusals = try await store.refusals()
        #expect(refusals.map(\.reason) == (losesAnswer ? [] : [.outcomeUnknown]))
        let comments = try await store.comments(on: item).map(\.id)
        #expect(Set(comments) == Set(server.posts.keys), "the device shows what the server has")
        try await store.close()
    }
}
