import PacelineDatabase
import PacelinePostgres
import PacelineTestSupport
import Testing

/// The databases that tests run on.
enum DatabaseKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"

    /// The databases available in this environment.
    static var available: [DatabaseKind] {
        TestPostgres.address == nil ? [.sqlite] : allCases
    }

    var testDescription: String { rawValue }
}

/// Calls the body with a temporary database of this kind.
@discardableResult
func withDatabase<Result>(
    _ kind: DatabaseKind, _ migrations: Migration..., connections: Int = 4,
    _ body: (any Database) async throws -> Result
) async throws -> Result {
    switch kind {
    case .sqlite:
        try await withTemporaryFolder { folder in
            let path = folder.file("paceline.sqlite")
            var profile = SQLiteProfile.server
            profile.readerCount = connections
            return try await using(try SQLiteDatabase(path: path, profile: profile), migrations, body)
        }
    case .postgres:
        try await TestPostgres.withDatabase { address in
            let options = PostgresOptions(address: address, connections: connections)
            return try await using(try PostgresDatabase(options), migrations, body)
        }
    }
}

/// Calls the body with an empty or shared database of this kind, for tests that only read.
@discardableResult
func withReadableDatabase<Result>(
    _ kind: DatabaseKind, _ body: (any Database) async throws -> Result
) async throws -> Result {
    switch kind {
    case .sqlite: try await using(try SQLiteDatabase.inMemory(), [], body)
    case .postgres: try await using(try PostgresDatabase(address: TestPostgres.address ?? ""), [], body)
    }
}

private func using<Result>(
    _ database: any Database, _ migrations: [Migration], _ body: (any Database) async throws -> Result
) async throws -> Result {
    if !migrations.isEmpty { try await database.migrate(migrations) }
    let result = try await body(database)
    try await database.close()
    return result
}

@Suite("PostgreSQL")
struct PostgresPresenceTests {
    @Test(
        "PostgreSQL is available",
        .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
    func presence() async throws {
        try await withDatabase(.postgres) { try await $0.ping() }
    }
}
