import Foundation
import Testing

@testable import PacelineDatabase

@Suite("Checkpoints")
struct CheckpointerTests {
    @Test("A long log is reset while writes continue")
    func logIsReset() async throws {
        try await withDatabase(.pictures) { database, folder in
            try await withThrowingTaskGroup { group in
                for writer in 0..<2 {
                    group.addTask {
                        for round in 0..<48 {
                            // A different one each time, because SQLite does not rewrite an unchanged page.
                            let picture = [UInt8](repeating: UInt8(writer * 100 + round), count: 4 << 20)
                            try await database.write { try $0.send("UPDATE pictures SET body = \(picture)") }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try size(of: folder.file("paceline.sqlite-wal")) < 64 << 20)
            database.checkpointer?.waitUntilIdle()
            #expect(try size(of: folder.file("paceline.sqlite")) > 4 << 20)
        }
    }

    @Test("The log of an app's database stays small")
    func deviceLog() async throws {
        try await withDatabase(.pictures, profile: .device) { database, folder in
            for round in 0..<400 {
                let picture = [UInt8](repeating: UInt8(round % 256), count: 64 << 10)
                try await database.write { try $0.send("UPDATE pictures SET body = \(picture)") }
            }
            database.checkpointer?.waitUntilIdle()
            // 26 MB were written. While a checkpoint runs, writes continue.
            #expect(try size(of: folder.file("paceline.sqlite-wal")) <= 8 << 20)
        }
    }

    @Test("After the log was moved into the file, commits overwrite it instead of extending it")
    func reusedLog() async throws {
        try await withDatabase(.pictures, profile: .device) { database, folder in
            func write(_ rounds: Range<UInt8>) async throws -> Int {
                for round in rounds {
                    let picture = [UInt8](repeating: round, count: 64 << 10)
                    try await database.write { try $0.send("UPDATE pictures SET body = \(picture)") }
                }
                return try size(of: folder.file("paceline.sqlite-wal"))
            }
            let before = try await write(1..<6)
            #expect(before > 5 * 64 << 10)
            await database.reuseLog()
            #expect(try await write(6..<10) == before)
            #expect(try await write(10..<14) > before, "without it, the log grows")
        }
    }

    @Test("Concurrent writes and checkpoints lose nothing, and closing removes the log")
    func concurrentWrites() async throws {
        try await withTemporaryFolder { folder in
            let database = try SQLiteDatabase(path: folder.file("paceline.sqlite"))
            try await database.migrate([.names])
            let name = String(repeating: "ana", count: 4_000)
            try await withThrowingTaskGroup { group in
                for writer in 0..<16 {
                    group.addTask {
                        for number in 0..<40 { try await database.add("\(writer) \(number) \(name)") }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.names().count == 640)
            database.checkpointer?.waitUntilIdle()
            #expect(try size(of: folder.file("paceline.sqlite")) > 4 << 20)
            try await database.close()
            #expect(!FileManager.default.fileExists(atPath: folder.file("paceline.sqlite-wal")))
            let again = try SQLiteDatabase(path: folder.file("paceline.sqlite"))
            #expect(try await again.names().count == 640)
            try await again.close()
        }
    }

    private func size(of path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}

extension Migration {
    /// A table with one row, an empty picture.
    fileprivate static let pictures = Migration(
        "pictures",
        [
            "CREATE TABLE pictures (body \(type: .bytes) NOT NULL)\(.strict)",
            "INSERT INTO pictures (body) VALUES (\([UInt8]()))",
        ])
}
