import GRDB
import GRDBSQLite

/// One run of a prepared statement, from its first binding to its last row.
struct SQLiteStatementRun {
    private let statement: SQLiteStatement

    init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    /// Binds the values and gives each row to the closure, until there are no more or it wants no more.
    func callAsFunction(_ values: some Collection<SQLValue>, _ each: (SQLiteRow) throws -> RowStep) throws {
        // Resetting reports the failure of the last step once more, which is thrown already.
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        try bind(values)
        let row = SQLiteRow(statement)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let step = try each(row)
                if let error = row.decodingError { throw error }
                if step == .stop { return }
            case SQLITE_DONE:
                return
            case let code:
                throw failure(code)
            }
        }
    }

    private func bind(_ values: some Collection<SQLValue>) throws {
        // A number that is bound to nothing would silently be NULL.
        guard sqlite3_bind_parameter_count(statement) == values.count else {
            throw DatabaseError.sql(message: "The statement's placeholders are not those of its values.")
        }
        for (index, value) in zip(Int32(1)..., values) {
            if case .text(let text) = value { try text.refuseNUL() }
            let code = bind(value, at: index)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        // SQLite copies the bytes before the call returns.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null:
            return sqlite3_bind_null(statement, index)
        case .integer(let number):
            return sqlite3_bind_int64(statement, index, number)
        case .real(let number):
            return sqlite3_bind_double(statement, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // An empty text may have no address, which SQLite would take for NULL.
                guard let start = bytes.baseAddress else {
                    return sqlite3_bind_text(statement, index, "", 0, copied)
                }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
                    sqlite3_bind_text64(
                        statement, index, characters, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            if bytes.isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), copied)
            }
        case .uuid(let uuid):
            return withUnsafeBytes(of: uuid.uuid) {
                sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), copied)
            }
        }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(code, String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))))
    }
}
