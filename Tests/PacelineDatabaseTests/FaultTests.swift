import Foundation
import PacelineDatabase
import PacelineTestSupport
import Testing

@Suite("Faults")
struct FaultTests {
    @Test(
        "A write that finds the disk full fails, earlier writes stay, and writes succeed once there is space")
    func fullDisk() async throws {
        try await withDatabase(.names) { database, _ in
            try await database.add("ana")
            try await database.allow(morePages: 2)
            let large = String(repeating: "x", count: 100_000)
            await #expect(throws: DatabaseError.full) { try await database.add(large) }
            #expect(try await database.names() == ["ana"])
            try await database.add("ben")
            #expect(try await database.names() == ["ana", "ben"])
            try await database.allow(morePages: 1000)
            try await database.add(large)
            #expect(try await database.names() == ["ana", "ben", large])
        }
    }

    @Test("When the disk fills up under load, exactly the acknowledged writes are kept")
    func fullDiskUnderLoad() async throws {
        try await withDatabase(.names) { database, _ in
            try await database.allow(morePages: 40)
            let outcomes = await withTaskGroup(of: (name: String, error: DatabaseError?).self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let name = "\(number) \(String(repeating: "x", count: 2000))"
                        do {
                            try await database.add(name)
                            return (name, nil)
                        } catch {
                            return (name, error as? DatabaseError ?? .sql(message: "\(error)"))
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let kept = Set(outcomes.filter { $0.error == nil }.map(\.name))
            #expect(try await Set(database.names()) == kept)
            #expect(kept.count < 100)
            #expect(outcomes.allSatisfy { $0.error == nil || $0.error == .full })
        }
    }

    @Test("A file that is not a database is unavailable")
    func notADatabase() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.file("paceline.sqlite")
            try Data(repeating: 42, count: 8192).write(to: URL(fileURLWithPath: path))
            #expect(throws: DatabaseError.damaged("file is not a database")) {
                try SQLiteDatabase(path: path)
            }
        }
    }

    @Test("A folder is not a database")
    func folder() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.path(percentEncoded: false)
            #expect(throws: DatabaseError.unavailable("\(path) cannot be opened: Is a directory")) {
                try SQLiteDatabase(path: path)
            }
        }
    }

    @Test("A folder that cannot be created is unavailable")
    func noFolder() async throws {
        try await withTemporaryFolder { folder in
            try Data().write(to: folder.appending(path: "file"))
            #expect(throws: DatabaseError.self) {
                try SQLiteDatabase(path: folder.file("file/paceline.sqlite"))
            }
        }
    }

    @Test("Only the owner can read a new file and its folder")
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
