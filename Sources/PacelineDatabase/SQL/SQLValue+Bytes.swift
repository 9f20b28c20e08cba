import Foundation

extension String: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .text(self) }
    public static var placeholder: String { "" }

    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> String {
        try row.text(at: column)
    }
}

extension [UInt8]: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .blob(self) }
    public static var placeholder: [UInt8] { [] }

    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> [UInt8] {
        try row.withBlob(at: column) { [UInt8]($0) }
    }
}

extension Data: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .blob([UInt8](self)) }
    public static var placeholder: Data { Data() }

    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> Data {
        try row.withBlob(at: column) { Data($0) }
    }
}

extension UUID: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .blob(withUnsafeBytes(of: uuid) { [UInt8]($0) }) }
    public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

    public static func decode(_ row: any Row, at column: Int) throws(DatabaseError) -> UUID {
        let (uuid, count) = try row.withBlob(at: column) { bytes -> (UUID?, Int) in
            guard bytes.count == 16 else { return (nil, bytes.count) }
            return (UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)), 16)
        }
        guard let uuid else { throw .decoding(column: column, expected: "16 bytes", found: "\(count) bytes") }
        return uuid
    }
}
