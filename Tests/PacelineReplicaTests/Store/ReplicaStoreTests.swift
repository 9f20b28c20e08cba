import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("The store of a device")
struct ReplicaStoreTests {
    private let item = FeedItem.ID.numbered(10)

    @Test("a file is its owner's only, is not mapped, and reaches the disk with every commit")
    func file() async throws {
        let folder = try Folder()
        let store = try await ReplicaStore.open(at: folder.file("replica.sqlite").path)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("replica.sqlite").path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let settings = try await store.database.write { connection in
            try ["PRAGMA mmap_size", "PRAGMA synchronous"].map { (sql: SQL) in
                try connection.fetchFirst(sql) { $0[0] as Int64 }
            }
        }
        #expect(settings == [0, 2])
        try await store.close()
    }

    @Test("queued commands survive a restart unchanged")
    func restart() async throws {
        let folder = try Folder()
        let path = folder.file("replica.sqlite").path
        let store = try await ReplicaStore.open(at: path)
        try await store.append(.kudos(item), madeAt: .now)
        _ = try await store.prepareSync(at: SyncTime(device: .now))
        try await store.append(
            .comment("“Well” rowed!\n🚣", as: .numbered(20), on: item), madeAt: .now, origin: "a")
        let before = try await store.outbox()
        try await store.close()
        let again = try await ReplicaStore.open(at: path)
        #expect(try await again.outbox() == before)
        #expect(try await again.outbox().commands.map(\.state) == [.numbered(1), .waiting])
        try await again.close()
    }

    @Test("another version of the app loads anew, and sends what waits")
    func otherVersion() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        try await store.append(.kudos(item), madeAt: .now)
        let same = try await ReplicaStore(store.database, process: UUID())
        #expect(try await same.truth().items.count == 1)
        _ = try await store.database.write { try $0.execute("UPDATE meta SET version = '0.0.1'") }
        let updated = try await ReplicaStore(store.database, process: UUID())
        #expect(try await updated.truth() == Truth())
        let later = SyncTime(device: .now + ReplicaTransaction.leaseDuration + 1)
        let request = try #require(try await updated.prepareSync(at: later)).request
        #expect(request.since == nil)
        #expect(request.commands.map(\.number) == [1])
    }

    @Test("two processes add to one outbox, and each sees what the other added")
    func twoProcesses() async throws {
        let database = try SQLiteDatabase.inMemory(profile: .device)
        let app = try await ReplicaStore(database, process: UUID())
        let widget = try await ReplicaStore(database, process: UUID())
        try await app.append(.kudos(item), madeAt: .now)
        try await widget.append(.kudos(.numbered(11)), madeAt: .now)
        try await app.append(.kudos(.numbered(11), isGiven: false), madeAt: .now)
        for store in [app, widget] {
            #expect(try await store.outbox().commands.map(\.kind) == [.giveKudos, .withdrawKudos])
        }
    }

    @Test(
        "reads of a part show what the whole view shows",
        arguments: 1...Repetitions.count(20 as UInt64, deep: 300))
    func readsEqualView(_ seed: UInt64) async throws {
        var random = RandomOutbox(seed: seed)
        let truth = random.truth()
        let store = try await ReplicaStore.ana(
            truth.items.values.map(\.value), comments: truth.comments.values.map(\.value))
        for _ in 0..<20 {
            try await store.append(try random.request(), madeAt: .now)
            if Int.random(in: 0..<6, using: &random.random) == 0 {
                _ = try await store.prepareSync(at: SyncTime(device: .now))
            }
        }
        let view = try await store.view()
        #expect(try await view == replay(store.truth(), store.outbox()))
        let home = view.items.values.filter {
            $0.author.id == Account.ana.id || view.people[$0.author.id] != nil
        }.sorted { ($1.at, $1.id) < ($0.at, $0.id) }
        var pages: [FeedItem] = []
        while true {
            let page = try await store.homeFeed(after: pages.last.map { FeedPlace(after: $0) }, limit: 3)
            pages += page
            if page.isEmpty { break }
        }
        #expect(pages.map(\.id) == home.map(\.id), "seed \(seed)")
        #expect(pages == home, "seed \(seed)")
        for item in view.items.values {
            #expect(try await store.item(item.id) == item, "seed \(seed)")
            let comments = view.comments.values.filter { $0.item == item.id }
                .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
            #expect(try await store.comments(on: item.id) == comments, "seed \(seed)")
        }
    }

    @Test("a refused command rolls the view back, and can be retried or discarded")
    func refusals() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2, kudos: 5)])
        for _ in 0..<2 {
            try await store.append(.kudos(item), madeAt: .now)
            #expect(try await store.item(item)?.kudosCount == 6)
            try await store.sync { _ in
                .page(results: [
                    CommandResult(number: 1, status: 404, problem: SocialError(.itemNotFound, "Gone.")),
                    CommandResult(number: 2, status: 404, problem: SocialError(.itemNotFound, "Gone.")),
                ])
            }
            #expect(try await store.item(item)?.kudosCount == 5)
        }
        let refusals = try await store.refusals()
        #expect(refusals.map(\.error.message) == ["Gone.", "Gone."])
        try await store.discardRefusal(refusals[0].position)
        let retried = try await store.retryRefusal(refusals[1].position, madeAt: .now)
        #expect(retried?.request == refusals[1].request)
        #expect(try await store.refusals() == [])
        #expect(try await store.item(item)?.kudosCount == 6)
        #expect(try await store.retryRefusal(refusals[1].position, madeAt: .now) == nil)
    }

    @Test("signing out waits for commands unless it discards them, and nothing is added afterwards")
    func signingOut() async throws {
        let database = try SQLiteDatabase.inMemory(profile: .device)
        let app = try await ReplicaStore(database, process: UUID())
        let widget = try await ReplicaStore(database, process: UUID())
        try await widget.append(.kudos(item), madeAt: .now)
        let waiting = await #expect(throws: SocialError.self) { try await app.signOut(discarding: false) }
        #expect(waiting?.code == .notAllowed)
        #expect(waiting?.message.contains("Not sent yet: 1 change.") == true)
        try await app.signOut(discarding: true)
        let closed = await #expect(throws: SocialError.self) {
            try await widget.append(.kudos(item), madeAt: .now)
        }
        #expect(closed?.code == .unauthenticated)
        #expect(try await widget.outbox().commands == [])
    }

    @Test("the lease of a terminated process is free at once, and that of a running one is not")
    func terminated() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exit 0"]
        try process.run()
        process.waitUntilExit()
        let database = try SQLiteDatabase.inMemory(profile: .device)
        let ended = try await ReplicaStore(database, process: .storeProcess(process.processIdentifier))
        #expect(try await ended.prepareSync(at: SyncTime(device: .now)) != nil)
        let running = try await ReplicaStore(database, process: .storeProcess())
        #expect(try await running.prepareSync(at: SyncTime(device: .now)) != nil)
        let other = try await ReplicaStore(database, process: .storeProcess())
        #expect(try await other.prepareSync(at: SyncTime(device: .now)) == nil)
        // In another container, the number says nothing about a process of this one.
        let elsewhere = UUID.storeProcess(process.processIdentifier, in: 1)
        #expect(!elsewhere.isOfEndedProcess)
        #expect(UUID.storeProcess(process.processIdentifier).isOfEndedProcess)
    }
}
