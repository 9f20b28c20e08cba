import PacelineDatabase

/// The tables of a database, read from its catalog.
struct DatabaseTables {
    /// A foreign key of one column.
    struct Reference: Equatable {
        let table: String
        /// What deleting the referenced row does: `CASCADE`, `SET NULL`, `RESTRICT` or `NO ACTION`.
        let deletion: String
    }

    struct Table {
        var columns: [String] = []
        /// Columns that may hold an id or other bytes.
        var byteColumns: [String] = []
        var primaryKey: [String] = []
        /// By column.
        var references: [String: Reference] = [:]
        /// The first column of each index.
        var indexed: Set<String> = []
    }

    private(set) var tables: [String: Table] = [:]

    init(_ connection: any Connection) throws {
        switch connection.dialect {
        case .sqlite: try readSQLite(connection)
        case .postgres: try readPostgres(connection)
        }
    }

    private mutating func readSQLite(_ connection: any Connection) throws {
        let names = try connection.fetch(
            """
            SELECT name
            FROM pragma_table_list
            WHERE schema = 'main' AND type IN ('table', 'virtual')
                AND name NOT IN ('sqlite_schema', 'sqlite_sequence')
            """
        ) { $0[0] as String }
        for name in names {
            tables[name] = Table()
            try connection.each("SELECT name, type, pk FROM pragma_table_info(\(name)) ORDER BY pk") {
                // The columns of an FTS5 table have no types.
                add($0[0], to: name, mayBeBytes: ["BLOB", ""].contains($0[1] as String))
                if $0[2] as Int > 0 { tables[name]?.primaryKey.append($0[0]) }
            }
            try connection.each(
                "SELECT \"from\", \"table\", on_delete FROM pragma_foreign_key_list(\(name))"
            ) { tables[name]?.references[$0[0]] = Reference(table: $0[1], deletion: $0[2]) }
            try connection.each(
                """
                SELECT columns.name
                FROM pragma_index_list(\(name)) AS indexes
                JOIN pragma_index_info(indexes.name) AS columns ON columns.seqno = 0
                """
            ) { tables[name]?.indexed.insert($0[0]) }
        }
    }

    private mutating func readPostgres(_ connection: any Connection) throws {
        try connection.each(
            """
            SELECT table_name::text, column_name::text, data_type::text
            FROM information_schema.columns
            WHERE table_schema = current_schema()
            """
        ) {
            let name: String = $0[0]
            if tables[name] == nil { tables[name] = Table() }
            add($0[1], to: name, mayBeBytes: $0[2] as String == "bytea")
        }
        try connection.each(
            """
            SELECT pg_class.relname::text, attname::text, place, CASE WHEN indisprimary THEN 1 ELSE 0 END
            FROM pg_index
            JOIN pg_class ON pg_class.oid = indrelid
            CROSS JOIN unnest(indkey) WITH ORDINALITY AS keys (number, place)
            JOIN pg_attribute ON attrelid = indrelid AND attnum = number
            WHERE relnamespace = current_schema()::regnamespace AND place <= indnkeyatts
            ORDER BY place
            """
        ) {
            if $0[2] as Int == 1 { tables[$0[0]]?.indexed.insert($0[1]) }
            if $0[3] as Int == 1 { tables[$0[0]]?.primaryKey.append($0[1]) }
        }
        try connection.each(
            """
            SELECT source.relname::text, attname::text, target.relname::text, CASE confdeltype
                WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END
            FROM pg_constraint
            JOIN pg_class AS source ON source.oid = conrelid
            JOIN pg_class AS target ON target.oid = confrelid
            JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
            WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
            """
        ) { tables[$0[0]]?.references[$0[1]] = Reference(table: $0[2], deletion: $0[3]) }
    }

    private mutating func add(_ column: String, to table: String, mayBeBytes: Bool) {
        tables[table]?.columns.append(column)
        if mayBeBytes { tables[table]?.byteColumns.append(column) }
    }
}

extension Connection {
    fileprivate func each(_ query: SQL, _ body: (inout Row) throws -> Void) throws {
        _ = try fetch(query, body)
    }
}
