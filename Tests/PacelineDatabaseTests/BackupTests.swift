import Foundation
import PacelineDatabase
import Synchronization
import PacelineTestSupport
import Testing

@Suite("Backups", .timeLimit(.minutes(10)))
struct BackupTests {
    @Test("A backup is one snapshot, although writes continue")
    func whileWriting() async throws {
        try await withDatabase(.names) { database, folder in
            let padding = String(repeating: "x", count: 10_000)
            for number in 0..<50 { try await database.add("\(number) \(padding)") }
            let writing = Task {
                var number = 50
                while !Task.isCancelled {
                    try await database.write { [number] connection in
                        try connection.add("\(number) left")
                        try connection.add("\(number) right")
                    }
                    number += 1
                }
            }
            try await database.backup(to: folder.file("copy.sqlite"))
            writing.cancel()
            _ = await writing.result

            let copy = try SQLiteDatabase(path: folder.file("copy.sqlite"))
            let copied = try await copy.names()
            #expect(copied.count >= 50 && copied.count.isMultiple(of: 2))
            #expect(try await Array(database.names().prefix(copied.count)) == copied)
            #expect(
                try await copy.read { try $0.fetchFirst("PRAGMA integrity_check") { $0[0] as String } }
                    == "ok")
            try await copy.migrate([.names])
            try await copy.add("new")
            try await copy.close()
        }
    }

    @Test("A backup of several steps ignores writes that happen between the steps")
    func severalSteps() async throws {
        try await withDatabase(.names, .ballast) { database, folder in
            try await database.add("before")
            let gate = Gate()
            let steps = Mutex<[Double]>([])
            async let backup: Void = database.backup(to: folder.file("copy.sqlite")) { done in
                let isFirst = steps.withLock {
                    $0.append(done); return $0.count == 1
                }
                if isFirst { gate.pass() }
            }
            await gate.whenEntered()
            try await database.add("meanwhile")
            gate.open()
            try await backup
            #expect(steps.withLock { $0.count > 1 && $0 == $0.sorted() && Set($0).count == $0.count })
            let copy = try SQLiteDatabase(path: folder.file("copy.sqlite"))
            #expect(try await copy.names() == ["before"])
            try await copy.close()
        }
    }

    @Test("A cancelled backup leaves no file")
    func cancellation() async throws {
        try await withDatabase(.names, .ballast) { database, folder in
            let gate = Gate()
            let backup = Task {
                try await database.backup(to: folder.file("backup/copy.sqlite")) { _ in gate.pass() }
            }
            await gate.whenEntered()
            backup.cancel()
            gate.open()
            await #expect(throws: CancellationError.self) { try await backup.value }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("backup"))
            #expect(files == [])
        }
    }

    @Test("A backup reports its progress up to 1, and leaves one file")
    func progress() async throws {
        try await withDatabase(.names) { database, folder in
            try await database.add("ana")
            let steps = Mutex<[Double]>([])
            try await database.backup(to: folder.file("backup/copy.sqlite")) { done in
                steps.withLock { $0.append(done) }
            }
            #expect(steps.withLock { $0.last } == 1)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("backup"))
            #expect(files == ["copy.sqlite"])
        }
    }

    @Test("A backup does not overwrite a file")
    func existing() async throws {
        try await withDatabase(.names) { database, folder in
            let path = folder.file("copy.sqlite")
            try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
            await #expect(throws: DatabaseError.self) { try await database.backup(to: path) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("precious".utf8))
        }
    }

    @Test("A database in memory can be backed up")
    func inMemory() async throws {
        try await withTemporaryFolder { folder in
            let database = try SQLiteDatabase.inMemory()
            try await database.migrate([.names])
            try await database.add("ana")
            try await database.backup(to: folder.file("copy.sqlite"))
            let copy = try SQLiteDatabase(path: folder.file("copy.sqlite"))
            #expect(try await copy.names() == ["ana"])
            try await copy.close()
        }
    }
}

extension Migration {
    /// Enough data for a backup of three steps.
    fileprivate static let ballast = Migration(
        "ballast",
        [
            "CREATE TABLE ballast (bytes \(type: .bytes))\(.strict)",
            "INSERT INTO ballast (bytes) VALUES (zeroblob(40000000))",
        ])
}
