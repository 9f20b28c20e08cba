import Foundation
import Testing

@testable import PacelineDatabase

@Suite("What was written comes from the log into the file")
struct CheckpointerTests {
    @Test("The log begins anew when it is long, while people go on writing")
    func logBeginsAnew() async throws {
        try await withDatabase(.pictures) { database, folder in
            try await withThrowingTaskGroup { group in
                for writer in 0..<2 {
                    group.addTask {
                        for round in 0..<48 {
                            // Another one each time: SQLite does not write what a page holds already.
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

    @Test("A log that is written to from everywhere is not lost and not in the way")
    func everybodyWrites() async throws {
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
    /// A table with one picture in it, which is empty.
    fileprivate static let pictures = Migration(
        "pictures",
        [
            "CREATE TABLE pictures (body \(type: .bytes) NOT NULL)\(.strict)",
            "INSERT INTO pictures (body) VALUES (\([UInt8]()))",
        ])
}
