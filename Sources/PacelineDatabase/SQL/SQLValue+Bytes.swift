import Foundation

extension String: SQLConvertible, SQLDecodable {
    @inlinable public var sqlValue: SQLValue { .text(self) }
    @inlinable public static var placeholder: String { "" }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError)
        -> String
    {
        try row.text(at: column)
    }
}

extension String {
    /// Rejects text with NUL characters, which PostgreSQL cannot store, on both databases.
    ///
    /// - Throws: ``DatabaseError/sql(message:)`` if the text contains NUL.
    package func rejectNUL() throws(DatabaseError) {
        if containsNUL { throw .sql(message: "Text cannot contain NUL characters.") }
    }

    private var containsNUL: Bool {
        // memchr, because a byte-by-byte search took 1% of the time of recording a score.
        utf8.withContiguousStorageIfAvailable { text in
            text.baseAddress.map { memchr($0, 0, text.count) != nil } ?? false
        } ?? utf8.contains(0)
    }
}

extension [UInt8]: SQLConvertible, SQLDecodable {
    @inlinable public var sqlValue: SQLValue { .blob(self) }
    @inlinable public static var placeholder: [UInt8] { [] }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError)
        -> [UInt8]
    {
        try row.withBlob(at: column) { [UInt8]($0) }
    }
}

extension Data: SQLConvertible, SQLDecodable {
    @inlinable public var sqlValue: SQLValue { .blob([UInt8](self)) }
    @inlinable public static var placeholder: Data { Data() }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Data
    {
        try row.withBlob(at: column) { Data($0) }
    }
}

extension UUID: SQLConvertible, SQLDecodable {
    @inlinable public var sqlValue: SQLValue { .uuid(self) }
    @inlinable public static var placeholder: UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }

    @inlinable public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> UUID
    {
        try row.uuid(at: column)
    }
}
