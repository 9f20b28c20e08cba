import Foundation
import PacelineDatabase
import Testing

@Suite("Faults")
struct FaultTests {
    @Test("A full disk is told, undoes the write, and leaves the database usable")
    func fullDisk() async throws {
        try await withDatabase(.names) { database, _ in
            try await database.add("ana")
            try await database.write { connection in
                let pages = try connection.fetchFirst("PRAGMA page_count") { $0[0] as Int } ?? 0
                try connection.execute("PRAGMA max_page_count = \(verbatim: String(pages + 2))")
            }
            let large = String(repeating: "x", count: 100_000)
            await #expect(throws: DatabaseError.full) { try await database.add(large) }
            #expect(try await database.names() == ["ana"])
            try await database.add("ben")
            #expect(try await database.names() == ["ana", "ben"])
        }
    }

    @Test("A file that is no database is unavailable")
    func notADatabase() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.file("paceline.sqlite")
            try Data(repeating: 42, count: 8192).write(to: URL(fileURLWithPath: path))
            #expect(throws: DatabaseError.unavailable("file is not a database")) {
                try SQLiteDatabase(path: path)
            }
        }
    }

    @Test("A folder that cannot be made is unavailable")
    func noFolder() async throws {
        try await withTemporaryFolder { folder in
            try Data().write(to: folder.appending(path: "file"))
            #expect(throws: DatabaseError.self) {
                try SQLiteDatabase(path: folder.file("file/paceline.sqlite"))
            }
        }
    }

    @Test("A new file and its folder are their owner's alone")
    func permissions() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.file("new/paceline.sqlite")
            let database = try SQLiteDatabase(path: path)
            try await database.migrate([.names])
            for (file, permissions) in [
                ("new", 0o700), ("new/paceline.sqlite", 0o600), ("new/paceline.sqlite-wal", 0o600),
            ] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(file))
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == permissions, "\(file)")
            }
            try await database.close()
        }
    }
}
