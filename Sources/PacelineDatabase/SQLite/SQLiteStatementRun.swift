import Foundation
import GRDB
import GRDBSQLite

/// One run of a prepared statement, from its first binding to its last row.
struct SQLiteStatementRun {
    private let statement: SQLiteStatement

    init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    /// Binds the values and calls the closure with each row, until it returns ``RowStep/stop``.
    func execute(_ values: ArraySlice<SQLValue>, _ each: (SQLiteRow) throws -> RowStep) throws {
        // SQLite reads text and bytes in place until the statement ends, so one buffer serves all of them.
        try withUnsafeTemporaryAllocation(byteCount: Copies.size(of: values), alignment: 1) { memory in
            // sqlite3_reset repeats the error of the last step, which has already been thrown.
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)
            }
            var copies = Copies(in: memory)
            try bind(values, &copies)
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
    }

    private func bind(_ values: ArraySlice<SQLValue>, _ copies: inout Copies) throws {
        // An unbound placeholder would silently be NULL.
        guard sqlite3_bind_parameter_count(statement) == values.count else {
            throw DatabaseError.sql(
                message: "The statement's placeholders do not match its values.")
        }
        try values.withUnsafeBufferPointer { values in
            for index in values.indices {
                let code = try bind(values[index], at: Int32(index + 1), &copies)
                guard code == SQLITE_OK else { throw failure(code) }
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32, _ copies: inout Copies) throws -> Int32 {
        switch value {
        case .null:
            return sqlite3_bind_null(statement, index)
        case .integer(let number):
            return sqlite3_bind_int64(statement, index, number)
        case .real(let number):
            return sqlite3_bind_double(statement, index, number)
        case .text(var text):
            try text.rejectNUL()
            return text.withUTF8 {
                sqlite3_bind_text64(
                    statement, index, copies.add(UnsafeRawBufferPointer($0)), UInt64($0.count), nil,
                    UInt8(SQLITE_UTF8))
            }
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob64(statement, index, copies.add($0), UInt64($0.count), nil)
            }
        case .uuid(let uuid):
            return withUnsafeBytes(of: uuid.uuid) {
                sqlite3_bind_blob64(statement, index, copies.add($0), UInt64($0.count), nil)
            }
        }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(code, String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))))
    }
}

/// Copies of the text and bytes that a statement binds, in one buffer.
private struct Copies {
    /// The unused rest of the buffer.
    private var memory: UnsafeMutableRawBufferPointer

    /// The required size in bytes. At least 1: SQLite binds a null pointer as NULL, even for empty text.
    static func size(of values: ArraySlice<SQLValue>) -> Int {
        values.reduce(1) { sum, value in
            switch value {
            case .null, .integer, .real: sum
            case .text(let text): sum + text.utf8.count
            case .blob(let bytes): sum + bytes.count
            case .uuid: sum + MemoryLayout<uuid_t>.size
            }
        }
    }

    /// - Parameter memory: a buffer of ``size(of:)`` bytes.
    init(in memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    /// - Returns: the address of the copy.
    mutating func add(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
        memory.copyMemory(from: bytes)
        defer { memory = UnsafeMutableRawBufferPointer(rebasing: memory.dropFirst(bytes.count)) }
        return UnsafePointer(memory.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
}
