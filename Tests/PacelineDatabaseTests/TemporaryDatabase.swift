import Foundation
import PacelineDatabase

/// Calls the body with a database in a temporary folder.
@discardableResult
func withDatabase<Result>(
    _ migrations: Migration..., profile: SQLiteProfile = .server,
    _ body: (SQLiteDatabase, _ folder: URL) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { folder in
        let database = try SQLiteDatabase(path: folder.file("paceline.sqlite"), profile: profile)
        try await database.migrate(migrations)
        let result = try await body(database, folder)
        try await database.close()
        return result
    }
}

/// Calls the body with an empty temporary folder.
@discardableResult
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "paceline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outcome: Swift.Result<Result, any Error>
    do {
        outcome = .success(try await body(folder))
    } catch {
        outcome = .failure(error)
    }
    try FileManager.default.removeItem(at: folder)
    return try outcome.get()
}

extension URL {
    /// The path of a file in this folder.
    func file(_ name: String) -> String {
        appending(path: name).path(percentEncoded: false)
    }
}

extension Migration {
    /// A table of unique names.
    static let names = Migration(
        "names",
        [
            """
            CREATE TABLE names (
                position \(type: .sequence),
                name \(type: .text) NOT NULL UNIQUE
            )\(.strict)
            """
        ])
}

extension Database {
    func add(_ name: String) async throws {
        try await write { try $0.add(name) }
    }

    /// All names, in the order in which they were added.
    func names() async throws -> [String] {
        try await read { try $0.names() }
    }
}

extension Connection {
    func add(_ name: String) throws {
        try execute("INSERT INTO names (name) VALUES (\(name))")
    }

    func names() throws -> [String] {
        try fetch("SELECT name FROM names ORDER BY position") { $0[0] }
    }
}
