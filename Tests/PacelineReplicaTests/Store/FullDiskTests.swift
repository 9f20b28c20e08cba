import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("A store on a full disk")
struct FullDiskTests {
    private let folder: Folder
    private var path: String { folder.file("replica.sqlite").path }

    init() throws { folder = try Folder() }

    private func store(items: Int) async throws -> ReplicaStore {
        let store = try await ReplicaStore.open(at: path)
        try await store.receive(items: items)
        return store
    }

    @Test("what can be loaded again makes room for what a person does")
    func eviction() async throws {
        let store = try await store(items: 1_000)
        let newest = try await store.homeFeed(limit: 20)
        try await store.database.allow(morePages: 0)
        for number in 0..<200 {
            let text = String(repeating: "x", count: 400)
            try await store.append(
                .comment("\(number) \(text)", as: .numbered(number + 10), on: newest[0].id), madeAt: .now)
        }
        #expect(try await store.outbox().commands.count == 200)
        #expect(try await store.homeFeed(limit: 20).map(\.id) == newest.map(\.id))
        let kept = try await store.truth().items.count
        #expect(kept < 1_000)
        // The feed ends where it is no longer whole, and continues on the server.
        let horizon = try #require(try await store.read { $0.meta.horizon })
        #expect(try await store.truth().items.values.allSatisfy { $0.value.at.milliseconds >= horizon })
        #expect(try await store.truth().account != nil)
        try await store.close()
        let again = try await ReplicaStore.open(at: path)
        #expect(try await again.outbox().commands.count == 200)
        try await again.close()
    }

    @Test("when room is made while the feed is loaded, what was removed comes from the server")
    func evictionDuringLoad() async throws {
        let store = try await ReplicaStore.open(at: path)
        try await store.sync { _ in .page(next: "first") }
        let items = (0..<500).map { FeedItem.numbered($0 + 10, by: 1, minute: -$0) }
        var pages = 0
        while let (load, version) = try await store.nextLoad(now: .now) {
            var loaded = Loaded.nothing(for: load)
            if load.kind == .feed {
                let page = Array(items[pages * 100..<pages * 100 + 100])
                pages += 1
                loaded = .items(page, next: pages < 5 ? Cursor("\(pages)") : nil)
            }
            // The disk is full when the third page arrives.
            if pages == 3 { await store.makeRoom() }
            try await store.apply(loaded, for: load, requestedAt: version, now: .now)
        }
        let horizon = try #require(try await store.read { $0.meta.horizon })
        let expected = items.filter { $0.at.milliseconds >= horizon }.map(\.id)
        #expect(try await store.homeFeed(limit: 1_000).map(\.id) == expected, "nothing is missing")
        #expect(expected.count == 100)
        #expect(try await store.loads() == [])
        try await store.close()
    }

    @Test("room is not made of what works offline: the inbox and the games")
    func keptAnswers() async throws {
        let store = try await store(items: 0)
        let version = try await store.truthVersion()
        for key in [AnswerKey.inbox, AnswerKey.games, "/v1/people/ben"] {
            try await store.remember(
                Array("{}".utf8), for: key, naming: [.numbered(2)], requestedAt: version, readAt: .now)
        }
        await store.makeRoom()
        #expect(try await store.rememberedAnswer(for: AnswerKey.inbox) != nil)
        #expect(try await store.rememberedAnswer(for: AnswerKey.games) != nil)
        #expect(try await store.rememberedAnswer(for: "/v1/people/ben") == nil)
        try await store.close()
    }

    @Test("without anything to remove, a write fails, and everything that was queued stays")
    func full() async throws {
        let store = try await store(items: 0)
        try await store.database.allow(morePages: 4)
        var queued = 0
        let failure = await #expect(throws: DatabaseError.self) {
            while queued < 1_000 {
                let text = String(repeating: "x", count: 400)
                try await store.append(
                    .comment(text, as: .numbered(queued + 10), on: .numbered(1)), madeAt: .now)
                queued += 1
            }
        }
        #expect(failure == .full)
        #expect(queued > 0)
        #expect(try await store.outbox().commands.count == queued)
        // Sending makes room.
        for _ in 0..<queued where try await !store.outbox().commands.isEmpty {
            try await store.sync { .page(results: $0.successes) }
        }
        #expect(try await store.outbox().commands == [])
        try await store.append(.kudos(.numbered(2)), madeAt: .now)
        try await store.close()
    }

    @Test("a page of changes that does not fit is received after room was made")
    func pulling() async throws {
        let store = try await store(items: 1_000)
        try await store.append(.kudos(.numbered(5)), madeAt: .now)
        try await store.database.allow(morePages: 0)
        let outcome = try await store.sync { request in
            .page(
                (0..<50).map { .item(.numbered(5_000 + $0, by: 1, minute: 5_000 + $0)) },
                results: request.successes)
        }
        #expect(!outcome.isOutdated)
        #expect(try await store.outbox().commands == [])
        #expect(try await store.item(.numbered(5_049)) != nil)
        try await store.close()
    }
}
