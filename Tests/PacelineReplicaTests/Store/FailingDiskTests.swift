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
            // Nothing is mapped at its beginning, so that reading it is an input/output error.
            let error = await #expect(throws: DatabaseError.self) {
                _ = try await DamagedStore(path: "/proc/self/mem").salvage()
            }
            guard case .unavailable? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    #endif
}
