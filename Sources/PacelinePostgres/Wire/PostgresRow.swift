import CPostgreSQL
import Foundation
import PacelineDatabase

/// A row of a result.
final class PostgresRow: RowColumns {
    /// Object ids of the types that can be decoded.
    private enum Kind {
        static let boolean: Oid = 16
        static let bytes: Oid = 17
        static let name: Oid = 19
        static let int8: Oid = 20
        static let int2: Oid = 21
        static let int4: Oid = 23
        static let text: Oid = 25
        static let float4: Oid = 700
        static let float8: Oid = 701
        static let unknown: Oid = 705
        static let character: Oid = 1042
        static let varchar: Oid = 1043
        static let numeric: Oid = 1700
    }

    private let result: PostgresResult
    var index = 0
    var decodingError: DatabaseError?

    init(_ result: PostgresResult) {
        self.result = result
    }

    func isNull(at column: Int) -> Bool {
        guard result.types.indices.contains(column) else { return true }
        return PQgetisnull(result.handle, Int32(index), Int32(column)) == 1
    }

    func integer(at column: Int) throws(DatabaseError) -> Int64 {
        let bytes = bytes(at: column)
        switch type(of: column) {
        case Kind.int8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case Kind.int4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case Kind.int2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case Kind.boolean: return bytes[0] == 0 ? 0 : 1
        case Kind.numeric:
            if let number = Numeric(bytes).integer { return number }
            throw unexpected("integer", at: column)
        default: throw unexpected("integer", at: column)
        }
    }

    func real(at column: Int) throws(DatabaseError) -> Double {
        let bytes = bytes(at: column)
        switch type(of: column) {
        case Kind.float8: return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
        case Kind.float4:
            return Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
        case Kind.int8, Kind.int4, Kind.int2: return Double(try integer(at: column))
        case Kind.numeric:
            if let number = Numeric(bytes).real { return number }
            throw unexpected("real", at: column)
        default: throw unexpected("real", at: column)
        }
    }

    func text(at column: Int) throws(DatabaseError) -> String {
        switch type(of: column) {
        case Kind.text, Kind.varchar, Kind.character, Kind.name, Kind.unknown:
            String(decoding: bytes(at: column), as: UTF8.self)
        default: throw unexpected("text", at: column)
        }
    }

    func withBlob<Result>(
        at column: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(DatabaseError) -> Result {
        guard type(of: column) == Kind.bytes else { throw unexpected("bytes", at: column) }
        return body(bytes(at: column))
    }

    func uuid(at column: Int) throws(DatabaseError) -> UUID {
        guard type(of: column) == Kind.bytes else { throw unexpected("bytes", at: column) }
        let bytes = bytes(at: column)
        guard bytes.count == 16 else {
            throw .decoding(column: column, expected: "16 bytes", found: "\(bytes.count) bytes")
        }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    /// The column's type, or `nil` if it is NULL or out of range.
    private func type(of column: Int) -> Oid? {
        isNull(at: column) ? nil : result.types[column]
    }

    private func bytes(at column: Int) -> UnsafeRawBufferPointer {
        guard !isNull(at: column) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result.handle, Int32(index), Int32(column)),
            count: Int(PQgetlength(result.handle, Int32(index), Int32(column))))
    }

    private func unexpected(_ expected: String, at column: Int) -> DatabaseError {
        .decoding(column: column, expected: expected, found: name(of: column))
    }

    private func name(of column: Int) -> String {
        switch type(of: column) {
        case nil: "NULL"
        case Kind.int8, Kind.int4, Kind.int2, Kind.boolean: "integer"
        case Kind.float8, Kind.float4: "real"
        case Kind.numeric: Numeric(bytes(at: column)).isWhole ? "integer" : "real"
        case Kind.text, Kind.varchar, Kind.character, Kind.name, Kind.unknown: "text"
        case Kind.bytes: "bytes"
        case let other?: "type \(other)"
        }
    }
}
