import Foundation
import GRDB
import GRDBSQLite

/// The current row of a statement.
final class SQLiteRow: RowColumns {
    private let statement: SQLiteStatement
    var decodingError: DatabaseError?

    init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    func isNull(at column: Int) -> Bool {
        type(of: column) == SQLITE_NULL
    }

    func integer(at column: Int) throws(DatabaseError) -> Int64 {
        try expect(SQLITE_INTEGER, "integer", at: column)
        return sqlite3_column_int64(statement, Int32(column))
    }

    func real(at column: Int) throws(DatabaseError) -> Double {
        // An expression may have an integer value where a column would have converted it to a real one.
        if type(of: column) != SQLITE_INTEGER { try expect(SQLITE_FLOAT, "real", at: column) }
        return sqlite3_column_double(statement, Int32(column))
    }

    func text(at column: Int) throws(DatabaseError) -> String {
        try expect(SQLITE_TEXT, "text", at: column)
        // Read the text before its length: reading it may convert the encoding, which changes the length.
        guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func withBlob<Result>(
        at column: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(DatabaseError) -> Result {
        try expect(SQLITE_BLOB, "bytes", at: column)
        let bytes = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return body(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    func uuid(at column: Int) throws(DatabaseError) -> UUID {
        try expect(SQLITE_BLOB, "bytes", at: column)
        let bytes = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        guard let bytes, count == 16 else {
            throw .decoding(column: column, expected: "16 bytes", found: "\(count) bytes")
        }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    /// SQLite treats a column index out of range as NULL.
    private func type(of column: Int) -> Int32 {
        sqlite3_column_type(statement, Int32(column))
    }

    private func expect(_ expected: Int32, _ name: String, at column: Int) throws(DatabaseError) {
        let found = type(of: column)
        if found == expected { return }
        throw .decoding(column: column, expected: name, found: Self.name(of: found))
    }

    private static func name(of type: Int32) -> String {
        switch type {
        case SQLITE_INTEGER: "integer"
        case SQLITE_FLOAT: "real"
        case SQLITE_TEXT: "text"
        case SQLITE_BLOB: "bytes"
        default: "NULL"
        }
    }
}
