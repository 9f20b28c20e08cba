import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("A damaged store")
struct DamagedStoreTests {
    private let folder: Folder
    private var path: String { folder.file("replica.sqlite").path }
    private let pageSize = 4_096

    init() throws { folder = try Folder() }

    /// Writes a store with many items, commands in every state and a refusal, all of it in the file itself.
    /// - Returns: the outbox, and the refusals.
    private func fill() async throws -> (outbox: Outbox, refusals: [Refusal]) {
        let store = try await ReplicaStore.open(at: path)
        _ = try await store.sync { _ in .page(next: "first") }
        try await store.loadNothing()
        for batch in 0..<10 {
            try await store.sync { _ in
                .page(
                    [.account(.ana)]
                        + (batch * 50..<batch * 50 + 50).map { .item(.numbered($0, by: 1, minute: $0)) })
            }
        }
        try await store.append(.comment("refused", as: .numbered(1), on: .numbered(450)), madeAt: .now)
        try await store.sync { _ in
            .page(results: [
                CommandResult(number: 1, status: 404, problem: SocialError(.itemNotFound, "Gone."))
            ])
        }
        for number in 0..<300 {
            let text = String(repeating: "\(number) ", count: 100)
            try await store.append(
                .comment(text, as: .numbered(number + 10), on: .numbered(450)), madeAt: .now)
            if number == 50 { _ = try await store.prepareSync(at: SyncTime(device: .now)) }
        }
        let kept = (try await store.outbox(), try await store.refusals())
        try await store.releaseLease()
        try await store.close()
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        return kept
    }

    private func damage(at offset: UInt64, _ bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    private func noise(_ count: Int, _ seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func rootPage(of table: String) async throws -> UInt64 {
        let database = try SQLiteDatabase(path: path, profile: .device)
        let root = try await database.read { connection in
            try connection.fetchFirst("SELECT rootpage FROM sqlite_schema WHERE name = \(table)") {
                $0[0] as Int64
            }
        }
        try await database.close()
        return UInt64(try #require(root))
    }

    private func expectUsable(_ store: ReplicaStore) async throws {
        #expect(try await store.truth() == Truth(), "what the server has is loaded anew")
        let request = try #require(try await store.prepareSync(at: SyncTime(device: .now))).request
        #expect(request.since == nil)
        try await store.append(.kudos(.numbered(5)), madeAt: .now)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        try await store.database.checkForDamage()
        try await store.close()
    }

    @Test("a header of noise is replaced, and every command and refusal is kept")
    func header() async throws {
        let before = try await fill()
        try damage(at: 0, noise(100, 1))
        let store = try await ReplicaStore.open(at: path)
        #expect(try await store.outbox().commands == before.outbox.commands)
        #expect(try await store.outbox().lastNumber == before.outbox.lastNumber)
        #expect(try await store.refusals() == before.refusals)
        #expect(
            !FileManager.default.fileExists(atPath: DamagedStore.setAside(path)),
            "nothing could be found in it later")
        try await expectUsable(store)
    }

    @Test("noise in the pages of what the server has costs no command")
    func truth() async throws {
        let before = try await fill()
        try damage(at: (try await rootPage(of: "items") - 1) * 4_096, noise(4_096, 2))
        let store = try await ReplicaStore.open(at: path)
        #expect(try await store.outbox().commands == before.outbox.commands)
        #expect(try await store.refusals() == before.refusals)
        try await expectUsable(store)
    }

    @Test("noise in the outbox costs what it covers, and the file is kept for 30 days")
    func outbox() async throws {
        let before = try await fill()
        // The app was not used for long.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -40 * 86_400)], ofItemAtPath: path)
        let texts = try Data(contentsOf: URL(fileURLWithPath: path))
        let needle = Data(String(repeating: "150 ", count: 100).utf8)
        let offset = try #require(texts.range(of: needle)).lowerBound / pageSize * pageSize
        try damage(at: UInt64(offset), noise(pageSize, 3))
        let store = try await ReplicaStore.open(at: path)
        let commands = try await store.outbox().commands
        #expect(commands.count > before.outbox.commands.count - 30, "only the damaged page is lost")
        #expect(commands.count < before.outbox.commands.count)
        #expect(Set(commands.map(\.position)).isSubset(of: before.outbox.commands.map(\.position)))
        #expect(try await store.refusals() == before.refusals)
        try await expectUsable(store)

        let aside = DamagedStore.setAside(path)
        #expect(FileManager.default.fileExists(atPath: aside))
        try await ReplicaStore.open(at: path).close()
        #expect(FileManager.default.fileExists(atPath: aside), "the 30 days begin with the repair")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -31 * 86_400)], ofItemAtPath: aside)
        try await ReplicaStore.open(at: path).close()
        #expect(!FileManager.default.fileExists(atPath: aside))
    }

    @Test("a crash while the file is replaced loses nothing", arguments: [false, true])
    func crash(isFinished: Bool) async throws {
        let before = try await fill()
        try damage(at: 0, noise(100, 1))
        let damaged = DamagedStore(path: path)
        try await damaged.makeReplacement()
        if isFinished {
            // The damaged file has lost its log, so that it is whole again, but without commands.
            try FileManager.default.removeItem(atPath: path)
            try await ReplicaStore(try SQLiteDatabase(path: path, profile: .device), process: UUID()).close()
        } else {
            try FileManager.default.moveItem(atPath: path + "-new", toPath: path + "-new-unfinished")
        }
        let store = try await ReplicaStore.open(at: path)
        #expect(try await store.outbox().commands == before.outbox.commands)
        #expect(try await store.refusals() == before.refusals)
        #expect(!damaged.hasReplacement)
        try await expectUsable(store)
    }

    @Test("a running merge queues nothing again after its store was damaged")
    func merging() async throws {
        _ = try await fill()
        let (merge, workouts) = (UUID(), (1...150).map { Workout.ID.numbered($0) })
        func batch(_ ids: ArraySlice<Workout.ID>) throws -> MergeBatch {
            try MergeBatch(workouts: ids.map { IdentifiedDraft(id: $0, draft: .rowing()) })
        }
        let intact = try await ReplicaStore.open(at: path)
        let (sent, waiting) = (try batch(workouts[..<100]), try batch(workouts[100...]))
        #expect(try await intact.queue(sent, of: merge, madeAt: .now) == .queued)
        while try await intact.mergeMarks(of: merge).values.contains(.waiting) {
            try await intact.sync { .page(results: $0.successes) }
        }
        #expect(try await intact.queue(waiting, of: merge, madeAt: .now) == .queued)
        let before = try await intact.mergeMarks(of: merge)
        try await intact.releaseLease()
        try await intact.close()
        try damage(at: 0, noise(100, 1))
        let store = try await ReplicaStore.open(at: path)
        #expect(try await store.mergeMarks(of: merge) == before)
        #expect(try await store.queue(waiting, of: merge, madeAt: .now) == .isKnown)
        try await store.close()

        // The marks themselves are lost: what waits is known from its command.
        try damage(at: (try await rootPage(of: "merged_things") - 1) * 4_096, noise(4_096, 2))
        let second = try await ReplicaStore.open(at: path)
        let known = try await second.mergeMarks(of: merge)
        #expect(workouts[100...].allSatisfy { known[MergeBatch.name(of: $0)] == .waiting })
        try await second.close()
    }

    @Test("a file that was cut is replaced", arguments: [0.1, 0.5, 0.9])
    func truncated(_ part: Double) async throws {
        let before = try await fill()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.truncate(atOffset: UInt64(Double(try file.seekToEnd()) * part))
        try file.close()
        let store = try await ReplicaStore.open(at: path)
        let positions = try await store.outbox().commands.map(\.position)
        #expect(Set(positions).isSubset(of: before.outbox.commands.map(\.position)))
        try await expectUsable(store)
    }

    @Test("a file of noise is replaced", arguments: 1...Repetitions.count(20 as UInt64, deep: 500))
    func noise(_ seed: UInt64) async throws {
        let before = try await fill()
        var random = SeededRandom(seed: seed)
        let size = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).seekToEnd()
        for hit in 0..<UInt64(Int.random(in: 1...20, using: &random)) {
            try damage(
                at: UInt64.random(in: 0..<size, using: &random),
                noise(Int.random(in: 1...200, using: &random), seed &* 100 &+ hit))
        }
        let store = try await ReplicaStore.open(at: path)
        // Noise in a text is no damage that a database can notice, so that texts may differ.
        let positions = try await store.outbox().commands.map(\.position)
        #expect(Set(positions).isSubset(of: before.outbox.commands.map(\.position)), "seed \(seed)")
        _ = try await store.view()
        try await store.append(.kudos(.numbered(5)), madeAt: .now)
        try await store.database.checkForDamage()
        try await store.close()
    }

    @Test("a value that cannot be decoded drops what the server has, and nothing that waits")
    func unreadableValue() async throws {
        let before = try await fill()
        let store = try await ReplicaStore.open(at: path)
        #expect(try await store.truth().items.count > 100)
        _ = try await store.database.write {
            try $0.execute("UPDATE items SET json = X'00' WHERE at % 7 = 0")
        }
        #expect(try await store.homeFeed(limit: 1_000) == [])
        #expect(try await store.outbox().commands == before.outbox.commands)
        try await expectUsable(store)
    }

    @Test("an answer that cannot be decoded is not repeated, and not in the way")
    func unreadableAnswer() async throws {
        let store = try await ReplicaStore.ana()
        let version = try await store.truthVersion()
        for key in [AnswerKey.inbox, AnswerKey.games] {
            try await store.remember([0], for: key, naming: [], requestedAt: version, readAt: .now)
        }
        #expect(try await store.recall(try ReadRequest("/v1/notifications")) == nil)
        #expect(try await store.rememberedAnswer(for: AnswerKey.games) == nil)
    }

    #if os(Linux)
        @Test("a file that cannot be removed is an error of the database")
        func stuckFile() {
            let error = #expect(throws: DatabaseError.self) {
                try SQLiteDatabase.removeFile(at: "/proc/version")
            }
            guard case .unavailable? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    #endif

    @Test("of two processes that find the damage, one replaces the file")
    func twoProcesses() async throws {
        let before = try await fill()
        try damage(at: 0, noise(100, 1))
        let path = path
        let opened = await withTaskGroup(of: Result<ReplicaStore, any Error>.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        return .success(try await ReplicaStore.open(at: path))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var stores: [ReplicaStore] = []
        for result in opened {
            do {
                stores.append(try result.get())
            } catch {
                #expect(error as? DatabaseError == .busy)
            }
        }
        var appended = 0
        for (index, store) in stores.enumerated() {
            do {
                try await store.append(.kudos(.numbered(60_000 + index)), madeAt: .now)
                appended += 1
            } catch let error as SocialError {
                // It opened the damaged file just before that was replaced, and can change nothing in it.
                #expect(error.code == .unauthenticated)
            }
        }
        #expect(appended > 0)
        let store = try await ReplicaStore.open(at: path)
        let commands = try await store.outbox().commands
        #expect(commands.starts(with: before.outbox.commands))
        #expect(commands.count == before.outbox.commands.count + appended, "all have the same file")
        try await store.close()
        for store in stores { try await store.close() }
    }
}
