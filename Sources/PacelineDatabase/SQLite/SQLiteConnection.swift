import GRDB
import GRDBSQLite

/// SQLite through GRDB's connections and statement cache. Binding and reading go to SQLite directly: with rows of
/// thirty columns GRDB's own values cost several times what SQLite itself does.
final class SQLiteConnection: Connection {
    private let database: GRDB.Database

    init(_ database: GRDB.Database) {
        self.database = database
    }

    var dialect: Dialect { .sqlite }

    func fetch<Value>(_ sql: SQL, _ decode: (any Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try run(sql) { row in
            values.append(try decode(row))
            return true
        }
        return values
    }

    func fetchFirst<Value>(_ sql: SQL, _ decode: (any Row) throws -> Value) throws -> Value? {
        var value: Value?
        try run(sql) { row in
            value = try decode(row)
            return false
        }
        return value
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try run(sql) { _ in true }
        return Int(sqlite3_changes(database.sqliteConnection))
    }

    /// Whether the transaction that was begun is still there: a full disk makes SQLite undo all of it.
    var isInTransaction: Bool { sqlite3_get_autocommit(database.sqliteConnection) == 0 }

    /// Runs the body so that, when it throws, what it changed is undone and nothing else is.
    func inSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("SAVEPOINT one_write")
        do {
            let value = try body()
            try execute("RELEASE one_write")
            return value
        } catch {
            if isInTransaction {
                try execute("ROLLBACK TO one_write")
                try execute("RELEASE one_write")
            }
            throw error
        }
    }

    /// Steps through the statement until it ends or `each` wants no more.
    private func run(_ sql: SQL, each: (SQLiteRow) throws -> Bool) throws {
        let (text, values) = sql.render(for: .sqlite)
        let statement: Statement
        do {
            statement = try database.cachedStatement(sql: text)
        } catch let error as GRDB.DatabaseError {
            throw DatabaseError(error.extendedResultCode.rawValue, error.message ?? "")
        }
        let pointer = statement.sqliteStatement
        // A reset also reports the error of the last step, which is thrown already.
        defer {
            sqlite3_reset(pointer)
            sqlite3_clear_bindings(pointer)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), of: pointer) }
        let row = SQLiteRow(pointer)
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW:
                let goesOn = try each(row)
                if let error = row.decodingError { throw error }
                if !goesOn { return }
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32, of statement: SQLiteStatement) throws {
        // SQLite copies what it is given before the call returns.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .real(let number): sqlite3_bind_double(statement, index, number)
            case .text(var text):
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), copied)
                    }
                }
            case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, index, 0)
            case .blob(let bytes):
                bytes.withUnsafeBytes {
                    sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copied)
                }
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        let connection = database.sqliteConnection
        let extended = sqlite3_extended_errcode(connection)
        return DatabaseError(
            extended & 0xFF == code & 0xFF ? extended : code, String(cString: sqlite3_errmsg(connection)))
    }
}

/// The row that a statement stands on.
final class SQLiteRow: Row {
    private let statement: SQLiteStatement
    var decodingError: DatabaseError?

    init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    func isNull(at column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    func integer(at column: Int) throws(DatabaseError) -> Int64 {
        try expect(SQLITE_INTEGER, "integer", at: column)
        return sqlite3_column_int64(statement, Int32(column))
    }

    func real(at column: Int) throws(DatabaseError) -> Double {
        // A sum over no rows, and a whole number computed by an expression, are integers to SQLite.
        if sqlite3_column_type(statement, Int32(column)) != SQLITE_INTEGER {
            try expect(SQLITE_FLOAT, "real", at: column)
        }
        return sqlite3_column_double(statement, Int32(column))
    }

    func text(at column: Int) throws(DatabaseError) -> String {
        try expect(SQLITE_TEXT, "text", at: column)
        guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func withBlob<Result>(
        at column: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(DatabaseError) -> Result {
        try expect(SQLITE_BLOB, "bytes", at: column)
        let bytes = sqlite3_column_blob(statement, Int32(column))
        return body(
            UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
    }

    private func expect(_ type: Int32, _ name: String, at column: Int) throws(DatabaseError) {
        let found = sqlite3_column_type(statement, Int32(column))
        guard found == type else {
            throw .decoding(column: column, expected: name, found: Self.names[found] ?? "nothing")
        }
    }

    private static let names: [Int32: String] = [
        SQLITE_INTEGER: "integer", SQLITE_FLOAT: "real", SQLITE_TEXT: "text", SQLITE_BLOB: "bytes",
        SQLITE_NULL: "null",
    ]
}
