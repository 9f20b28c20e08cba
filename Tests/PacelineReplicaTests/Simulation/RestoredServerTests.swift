import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("A server restored from a backup")
struct RestoredServerTests {
    private let item = FeedItem.ID.numbered(100)

    @Test(
        "nothing happens twice; what was sent with a number that the backup does not know is reported as unknown",
        arguments: [false, true])
    func restored(_ losesAnswer: Bool) async throws {
        let folder = try Folder()
        var server = ModelServer(people: 1)
        let store = try await ReplicaStore.open(at: folder.file("replica.sqlite").path)
        try await store.append(.publish(.rowing(), as: .numbered(100)), madeAt: .now)
        try await store.syncAll(with: &server)
        let backup = server
        try await store.append(.comment("after the backup", as: .numbered(1), on: item), madeAt: .now)
        try await store.syncAll(with: &server, losesAnswer: losesAnswer)
        server = backup

        let waiting = try QueuedRequest.comment("waits", as: .numbered(2), on: item)
        try await store.append(waiting, madeAt: .now)
        for _ in 0..<2 { try await store.syncAll(with: &server) }
        #expect(server.repeated == [])
        #expect(try await store.outbox().commands == [])
        // A command without an answer is sent again under its number, which the backup does not know.
        #expect((server.posts[.numbered(1)] != nil) == losesAnswer)
        // The backup does not know the number that the device has acknowledged. What was sent with it may have run.
        #expect((server.posts[.numbered(2)] != nil) == losesAnswer)
        let refusals = try await store.refusals()
        #expect(refusals.map(\.reason) == (losesAnswer ? [] : [.outcomeUnknown]))
        #expect(refusals.map(\.request) == (losesAnswer ? [] : [waiting]))
        let comments = try await store.comments(on: item).map(\.id)
        #expect(Set(comments) == Set(server.posts.keys), "the device shows what the server has")
        try await store.close()
    }
}
