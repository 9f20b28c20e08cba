import PacelineDatabase

/// All rows of a database, except when sessions were last used and when they expire.
struct DatabaseContents: Equatable {
    private let tables: [String: [String]]

    init(of database: any Database) async throws {
        tables = try await database.read { connection in
            let names = try connection.fetch(
                """
                SELECT name
                FROM pragma_table_list
                WHERE type = 'table' AND schema = 'main' AND name <> 'sqlite_schema'
                """
            ) { $0[0] as String }
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Self.rows(of: $0, connection)) })
        }
    }

    private static func rows(of table: String, _ connection: any Connection) throws -> [String] {
        let columns = try connection.fetch(
            "SELECT name FROM pragma_table_info(\(table)) ORDER BY cid"
        ) { $0[0] as String }.filter { table != "sessions" || !["last_used_at", "expires_at"].contains($0) }
        let row = columns.map { "quote(\"\(raw: $0)\")" as SQL }.joined(separator: " || ', ' || ")
        return try connection.fetch("SELECT \(row) FROM \(raw: table)") { $0[0] as String }.sorted()
    }

    /// The differences between two databases, for a failure message.
    func differences(from other: DatabaseContents) -> [String] {
        Set(tables.keys).union(other.tables.keys).sorted().flatMap { table in
            (tables[table] ?? []).difference(from: other.tables[table] ?? []).map { change in
                switch change {
                case .insert(_, let row, _): "\(table) gains \(row)"
                case .remove(_, let row, _): "\(table) loses \(row)"
                }
            }
        }
    }
}
