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
    /// PostgreSQL cannot hold the character NUL in a text, and what one database refuses, both do.
    ///
    /// - Throws: ``DatabaseError/sql(message:)``.
    package func rejectNUL() throws(DatabaseError) {
        if containsNUL { throw .sql(message: "A text cannot hold the character NUL.") }
    }

    private var containsNUL: Bool {
        // To look at one byte after the other was a hundredth of all instructions that a score takes.
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
