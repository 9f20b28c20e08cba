import PacelineDatabase

/// The tables of the schema, ordered so that each comes after those it references.
struct Catalogue {
    struct Table: Sendable {
        let name: String
        let columns: [Column]
        /// The columns of the primary key, in key order.
        let key: [Column]
        /// Columns that reference the same table; the referenced row may come later.
        let selfReferences: [Column]
    }

    struct Column: Sendable, Equatable {
        let name: String
        let kind: Kind

        /// The column types of SQLite's strict tables.
        enum Kind: String {
            case integer = "INTEGER"
            case real = "REAL"
            case text = "TEXT"
            case bytes = "BLOB"
        }
    }

    let tables: [Table]

    /// Reads the schema from an empty in-memory database.
    init() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await database.migrate(Schema.migrations)
        tables = try await database.read { connection in
            // Excludes the shadow tables of the search index and SQLite's internal tables.
            let names = try connection.fetch(
                """
                SELECT name
                FROM pragma_table_list
                WHERE type = 'table' AND schema = 'main' AND name NOT IN ('sqlite_schema', 'sqlite_sequence')
                ORDER BY name
                """
            ) { $0[0] as String }
            var ordered: [Table] = []
            var waiting = try names.map { try Self.read($0, from: connection) }
            while !waiting.isEmpty {
                let known = Set(ordered.map(\.name))
                let ready = waiting.filter { $0.references.isSubset(of: known) }
                precondition(!ready.isEmpty, "The foreign keys of the schema form a cycle.")
                ordered += ready.map(\.table)
                waiting.removeAll { $0.references.isSubset(of: known) }
            }
            return ordered
        }
        try await database.close()
    }

    private static func read(
        _ name: String, from connection: any Connection
    ) throws -> (table: Table, references: Set<String>) {
        let columns = try connection.fetch(
            "SELECT name, type, pk FROM pragma_table_info(\(name)) ORDER BY cid"
        ) {
            row -> (column: Column, place: Int) in
            guard let kind = Column.Kind(rawValue: row[1]) else {
                throw DatabaseError.sql(
                    message: "\(name) has a column of the unknown type \(row[1] as String).")
            }
            return (Column(name: row[0], kind: kind), row[2])
        }
        let references = try connection.fetch(
            "SELECT \"table\", \"from\" FROM pragma_foreign_key_list(\(name))"
        ) {
            (table: $0[0] as String, column: $0[1] as String)
        }
        let selfReferring = references.filter { $0.table == name }.map(\.column)
        let table = Table(
            name: name, columns: columns.map(\.column),
            key: columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.column),
            selfReferences: columns.map(\.column).filter { selfReferring.contains($0.name) })
        return (table, Set(references.map(\.table)).subtracting([name]))
    }
}

extension Catalogue.Column {
    /// Reads this column as the next one of the row.
    func value(_ row: inout Row) -> SQLValue {
        let value: SQLValue? =
            switch kind {
            case .integer: (row.next() as Int64?).map(SQLValue.integer)
            case .real: (row.next() as Double?).map(SQLValue.real)
            case .text: (row.next() as String?).map(SQLValue.text)
            case .bytes: (row.next() as [UInt8]?).map(SQLValue.blob)
            }
        return value ?? .null
    }
}

extension Sequence<Catalogue.Column> {
    /// The column names, separated by commas.
    var list: SQL { map { "\(raw: $0.name)" as SQL }.joined(separator: ", ") }
}
