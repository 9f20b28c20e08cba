import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("A copied store")
struct TwinTests {
    /// How far a command has come when the file is copied.
    enum Moment: CaseIterable {
        case waiting, sent, run, answered, acknowledged, refused
    }

    private let item = FeedItem.ID.numbered(100)

    @Test(
        "both copies send, nothing happens twice, and each reports commands whose outcome it cannot know",
        arguments: Moment.allCases)
    func twins(_ moment: Moment) async throws {
        let folder = try Folder()
        var server = ModelServer(people: 1)
        let first = try await ReplicaStore.open(at: folder.file("first.sqlite").path)
        try await first.append(.publish(.rowing(), as: .numbered(100)), madeAt: .now)
        try await first.syncAll(with: &server)
        // The server has no item 200.
        let target = moment == .refused ? FeedItem.ID.numbered(200) : item
        try await first.append(.comment("before", as: .numbered(1), on: target), madeAt: .now)
        if moment == .acknowledged || moment == .refused {
            try await first.syncAll(with: &server)
        } else if moment != .waiting {
            let sync = try #require(try await first.prepareSync(at: SyncTime(device: .now)))
            if moment != .sent {
                let answer = try server.sync(sync.request, as: 1, lag: 1, fault: nil)
                if moment == .answered { _ = try await first.apply(answer, to: sync, now: .now) }
            }
        }
        try await first.releaseLease()
        try await first.close()
        try FileManager.default.copyItem(at: folder.file("first.sqlite"), to: folder.file("second.sqlite"))

        var twins: [ReplicaStore] = []
        for (number, name) in [(2, "first.sqlite"), (3, "second.sqlite")] {
            let twin = try await ReplicaStore.open(at: folder.file(name).path)
            try await twin.append(.comment("twin", as: .numbered(number), on: item), madeAt: .now)
            twins.append(twin)
        }
        for _ in 0..<2 {
            for twin in twins {
                let failures = try await twin.syncAll(with: &server)
                #expect(failures.allSatisfy { $0 == .deviceReused })
            }
        }
        #expect(server.repeated == [])
        var refused: Set<Paceline.Comment.ID> = []
        for twin in twins {
            #expect(try await twin.outbox().commands == [])
            for refusal in try await twin.refusals() {
                if moment != .refused { #expect(refusal.reason == .outcomeUnknown) }
                guard case .addComment(let comment) = try CommandScope(refusal.request).effect else {
                    continue
                }
                refused.insert(comment.id)
            }
        }
        for number in 1...3 {
            let id = Paceline.Comment.ID.numbered(number)
            #expect(server.posts[id] != nil || refused.contains(id), "comment \(number)")
        }
        if moment == .refused {
            #expect(server.posts[.numbered(1)] == nil)
            for twin in twins { #expect(try await twin.refusals().first?.error.code == .itemNotFound) }
        }
        // The first one knows nothing of its twin, and keeps its numbers.
        #expect(server.posts[.numbered(2)] != nil)
        for twin in twins { try await twin.close() }
    }
}
