import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineReplica

/// `script/pocket-faults` lets every third of the first forty reads, writes and syncs of a store fail.
@Suite("A store on a disk that fails", .timeLimit(.minutes(1)))
struct FailingDiskTests {
    @Test("while another process writes to a damaged file, nothing of it is taken for lost")
    func locked() async throws {
        let folder = try Folder()
        let path = folder.file("replica.sqlite").path
        let store = try await ReplicaStore.open(at: path)
        try await store.receive(items: 500)
        try await store.append(.kudos(.numbered(1)), madeAt: .now)
        let before = try await store.outbox().commands
        let page = try await store.database.read { connection in
            try connection.fetchFirst("SELECT rootpage FROM sqlite_schema WHERE name = 'items'") {
                $0[0] as Int64
            }
        }
        try await store.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(try #require(page) - 1) * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()

        let damaged = DamagedStore(path: path)
        let other = try SQLiteDatabase(path: path, profile: .device)
        try await other.withWriteLock {
            await #expect(throws: DatabaseError.busy) { _ = try await damaged.salvage() }
        }
        try await other.close()
        let again = try await ReplicaStore.open(at: path)
        #expect(try await again.outbox().commands == before)
        #expect(try await again.truth() == Truth(), "it was replaced")
        try await again.close()
    }

    #if os(Linux)
        @Test("a file that the disk does not read is not taken for an empty one")
        func unreadable() async throws {
            let folder = try Folder()
            let path = folder.file("replica.sqlite").path
            // Nothing is mapped at its beginning, so that reading it is an input/output error.
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: "/proc/self/mem")
            let error = await #expect(throws: DatabaseError.self) {
                _ = try await DamagedStore(path: path).salvage()
            }
            guard case .unavailable(let message)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(message.contains("cannot be read"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["replica.sqlite"])
        }

        @Test("a copy for which there is no space says so")
        func fullDisk() throws {
            let folder = try Folder()
            let file = folder.file("replica.sqlite")
            try Data(repeating: 1, count: 10_000).write(to: file)
            let source = try FileHandle(forReadingFrom: file)
            let target = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            #expect(throws: DatabaseError.full) { try DamagedStore.copy(source, to: target) }
            try source.close()
            try target.close()
        }
    #endif

    @Test(
        "what only the first reading of a damaged file found is kept, and the file is not taken for complete")
    func lateCopy() async throws {
        let folder = try Folder()
        let path = folder.file("replica.sqlite").path
        let store = try await ReplicaStore.open(at: path)
        try await store.receive(items: 50)
        for number in 1...3 { try await store.append(.kudos(.numbered(number)), madeAt: .now) }
        let before = try await store.outbox().commands
        try await store.close()
        let database = try SQLiteDatabase(path: path, profile: .device)
        let first = try await SalvagedOutbox(reading: database)
        // While the file was copied, another process moved a part of its log into it.
        try await database.write { _ = try $0.execute("DELETE FROM outbox WHERE position = 2") }
        let copy = try await SalvagedOutbox(reading: database)
        try await database.close()
        #expect(first.isComplete && copy.isComplete)
        #expect(first.merging(first).isComplete)
        let merged = first.merging(copy)
        #expect(!merged.isComplete)
        let damaged = DamagedStore(path: path)
        try await damaged.makeReplacement(with: merged)
        try damaged.moveIntoPlace()
        let again = try await ReplicaStore.open(at: path)
        #expect(try await again.outbox().commands == before)
        try await again.close()
        #expect(FileManager.default.fileExists(atPath: DamagedStore.setAside(path)))
    }

    @Test("a file that was set aside stays when a later one loses nothing")
    func setAside() async throws {
        let folder = try Folder()
        let path = folder.file("replica.sqlite").path
        let store = try await ReplicaStore.open(at: path)
        try await store.append(.kudos(.numbered(1)), madeAt: .now)
        try await store.close()
        let aside = DamagedStore.setAside(path)
        let kept = Data("an earlier file".utf8)
        try kept.write(to: URL(fileURLWithPath: aside))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(repeating: 0xA5, count: 100))
        try file.close()
        let again = try await ReplicaStore.open(at: path)
        #expect(try await again.outbox().commands.map(\.kind) == [.giveKudos])
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == kept)
        #expect(!FileManager.default.fileExists(atPath: aside + "-wal"))
        try await again.close()
    }
}
