import CPostgreSQL
import PacelineDatabase

/// The values of a statement in libpq's binary format, which neither rounds numbers nor escapes text.
struct Parameters {
    /// Object ids of the types that are sent.
    enum Kind {
        static let unknown: Oid = 0
        static let bytes: Oid = 17
        static let integer: Oid = 20
        static let text: Oid = 25
        static let real: Oid = 701
    }

    private(set) var types: [Oid] = []
    private var lengths: [Int32] = []
    private var offsets: [Int?] = []
    private var bytes: [UInt8] = []

    /// - Throws: ``DatabaseError/sql(message:)`` if a text contains NUL.
    init(_ values: [SQLValue]) throws(DatabaseError) {
        types.reserveCapacity(values.count)
        lengths.reserveCapacity(values.count)
        offsets.reserveCapacity(values.count)
        bytes.reserveCapacity(values.count * 16 + 1)
        for value in values { try append(value) }
        // An empty array may have no address, which libpq would interpret as NULL.
        bytes.append(0)
    }

    /// The total size of the values.
    var byteCount: Int { bytes.count }

    /// Calls the body with pointers to the values, their lengths and their formats.
    func withPointers<Result>(
        _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let values = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
            return body(values, lengths, [Int32](repeating: 1, count: values.count))
        }
    }

    private mutating func append(_ value: SQLValue) throws(DatabaseError) {
        switch value {
        case .null: appendNull()
        case .integer(let number): append(bigEndian: number.bigEndian, as: Kind.integer)
        case .real(let number) where number.isNaN: appendNull()
        case .real(let number): append(bigEndian: number.bitPattern.bigEndian, as: Kind.real)
        case .text(let text):
            try text.rejectNUL()
            append(text.utf8, as: Kind.text)
        case .blob(let blob): append(blob, as: Kind.bytes)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { append($0, as: Kind.bytes) }
        }
    }

    private mutating func appendNull() {
        types.append(Kind.unknown)
        lengths.append(0)
        offsets.append(nil)
    }

    private mutating func append(bigEndian number: some FixedWidthInteger, as type: Oid) {
        withUnsafeBytes(of: number) { append($0, as: type) }
    }

    private mutating func append(_ content: some Collection<UInt8>, as type: Oid) {
        types.append(type)
        lengths.append(Int32(content.count))
        offsets.append(bytes.count)
        bytes.append(contentsOf: content)
    }
}
