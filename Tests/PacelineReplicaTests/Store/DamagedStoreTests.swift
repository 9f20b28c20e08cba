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
        try await store.receive(items: 500)
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

    private func randomBytes(_ count: Int, _ seed: UInt64) -> [UInt8] {
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

    /// Expects that a file from which commands are missing can still be examined.
    private func expectSetAside(
        ifFewerThan outbox: Outbox, _ positions: [Int64], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard positions.count < outbox.commands.count else { return }
        #expect(
            FileManager.default.fileExists(atPath: DamagedStore.setAside(path)),
            "\(positions.count) of \(outbox.commands.count) commands are left", sourceLocation: sourceLocation
        )
    }

    @Test("a header of noise is replaced, and every command and refusal is kept")
    func header() async throws {
        let before = try await fill()
        try damage(at: 0, randomBytes(100, 1))
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
        try damage(at: (try await rootPage(of: "items") - 1) * UInt64(pageSize), randomBytes(pageSize, 2))
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
        try damage(at: UInt64(offset), randomBytes(pageSize, 3))
        let store = try await ReplicaStore.open(at: path)
        let commands = try await store.outbox().commands
        #expect(commands.count > before.outbox.commands.count - 10, "only the damaged page is lost")
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
        try damage(at: 0, randomBytes(100, 1))
        let damaged = DamagedStore(path: path)
        try await damaged.makeReplacement(with: try await damaged.salvage())
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
        while try await intact.queuedOutcomes(of: merge).values.contains(.waiting) {
            try await intact.sync { .page(results: $0.successes) }
        }
        #expect(try await intact.queue(waiting, of: merge, madeAt: .now) == .queued)
        let before = try await intact.queuedOutcomes(of: merge)
        try await intact.releaseLease()
        try await intact.close()
        try damage(at: 0, randomBytes(100, 1))
        let store = try await ReplicaStore.open(at: path)
        #expect(try await store.queuedOutcomes(of: merge) == before)
        #expect(try await store.queue(waiting, of: merge, madeAt: .now) == .isKnown)
        try await store.close()

        // The marks themselves are lost: what waits is known from its command.
        try damage(at: (try await rootPage(of: "merged_things") - 1) * 4_096, randomBytes(pageSize, 2))
        let second = try await ReplicaStore.open(at: path)
        let known = try await second.queuedOutcomes(of: merge)
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
        expectSetAside(ifFewerThan: before.outbox, positions)
        try await expectUsable(store)
    }

    @Test(
        "noise at random places leaves a store that opens, and invents no command",
        arguments: 1...Repetitions.count(20 as UInt64, deep: 500))
    func noise(_ seed: UInt64) async throws {
        let before = try await fill()
        var random = SeededRandom(seed: seed)
        let size = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).seekToEnd()
        for hit in 0..<UInt64(Int.random(in: 1...20, using: &random)) {
            try damage(
                at: UInt64.random(in: 0..<size, using: &random),
                randomBytes(Int.random(in: 1...200, using: &random), seed &* 100 &+ hit))
        }
        let store = try await ReplicaStore.open(at: path)
        // Noise in a text is no damage that a database can notice, so that texts may differ.
        let positions = try await store.outbox().commands.map(\.position)
        #expect(Set(positions).isSubset(of: before.outbox.commands.map(\.position)), "seed \(seed)")
        expectSetAside(ifFewerThan: before.outbox, positions)
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

    @Test("an answer that cannot be decoded is forgotten, and nothing else")
    func unreadableAnswer() async throws {
        let store = try await ReplicaStore.ana()
        let version = try await store.truthVersion()
        let profile = try ReadRequest("/v1/people/ben")
        for key in [AnswerKey.inbox, AnswerKey.games, try #require(profile.key)] {
            try await store.remember([0], for: key, naming: [], requestedAt: version, readAt: .now)
        }
        let before = try await store.truth()
        #expect(before.account != nil)
        #expect(try await store.recall(try ReadRequest("/v1/notifications")) == nil)
        #expect(try await store.rememberedAnswer(for: AnswerKey.games) != nil)
        // Without the games, the server decides on the score.
        let score = try QueuedRequest(
            .put, "/v1/scores/wordle/2026-11-01", bodyText: #"{"score":3,"isCompleted":true}"#)
        #expect(try await store.queue(score, at: .now) == nil)
        #expect(try await store.rememberedAnswer(for: AnswerKey.games) == nil)
        try await store.append(.kudos(.numbered(5)), madeAt: .now)
        #expect(try await store.recall(profile) == nil)
        #expect(try await store.truth() == before)
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
        try damage(at: 0, randomBytes(100, 1))
        let path = path
        let stores = try await withThrowingTaskGroup(of: ReplicaStore.self) { group in
            for _ in 0..<4 { group.addTask { try await ReplicaStore.open(at: path) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (index, store) in stores.enumerated() {
            try await store.append(.kudos(.numbered(60_000 + index)), madeAt: .now)
        }
        let store = try await ReplicaStore.open(at: path)
        let commands = try await store.outbox().commands
        #expect(commands.starts(with: before.outbox.commands))
        #expect(commands.count == before.outbox.commands.count + stores.count, "all have the same file")
        try await store.close()
        for store in stores { try await store.close() }
    }

    @Test("a process that opens the file while another one replaces it waits for the new one")
    func openedMeanwhile() async throws {
        let before = try await fill()
        try damage(at: 0, randomBytes(100, 1))
        let (path, damaged) = (path, DamagedStore(path: path))
        let lock = try await ReplicaFileLock(of: path, for: .exclusive)
        // From here on, SQLite reads the old file again.
        let salvage = try await damaged.salvage()
        let opening = Task { try await ReplicaStore.open(at: path) }
        let direct = try SQLiteDatabase(path: path, profile: .device)
        try await direct.close()
        try await damaged.makeReplacement(with: salvage)
        try damaged.moveIntoPlace()
        lock.release()
        let store = try await opening.value
        #expect(try await store.outbox().commands == before.outbox.commands)
        try await store.append(.kudos(.numbered(60_000)), madeAt: .now)
        try await expectUsable(store)
    }

    @Test("a process that is killed while it replaces the file leaves it to the next one")
    func killedMeanwhile() async throws {
        let before = try await fill()
        try damage(at: 0, randomBytes(100, 1))
        _ = try await DamagedStore(path: path).salvage()
        let store = try await ReplicaStore.open(at: path)
        #expect(try await store.outbox().commands == before.outbox.commands)
        #expect(try await store.refusals() == before.refusals)
        try await expectUsable(store)
    }

    @Test("a process that still has the old file open takes nothing more, and says that the file is damaged")
    func openedBefore() async throws {
        let before = try await fill()
        let old = try await ReplicaStore.open(at: path)
        let page = try await rootPage(of: "items")
        try damage(at: (page - 1) * 4_096, randomBytes(4_096, 2))
        let store = try await ReplicaStore.open(at: path)
        await #expect(throws: DatabaseError.damaged("Another process has replaced this file.")) {
            try await old.append(.kudos(.numbered(60_000)), madeAt: .now)
        }
        await #expect(throws: DatabaseError.self) { try await old.signOut(discarding: true) }
        try await old.close()
        #expect(try await store.outbox().commands == before.outbox.commands)
        try await expectUsable(store)
    }
}
