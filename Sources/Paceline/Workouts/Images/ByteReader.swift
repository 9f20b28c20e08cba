/// Reads bytes sequentially with bounds checks.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    /// The offset of the next byte.
    private(set) var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var remaining: Int { bytes.count - position }

    /// Reads the next `count` bytes.
    /// - Throws: ``SocialError/Code/imageInvalid`` when fewer remain.
    mutating func take(_ count: Int) throws(SocialError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw .damagedImage }
        let start = bytes.startIndex + position
        position += count
        return bytes[start..<start + count]
    }

    mutating func move(to position: Int) throws(SocialError) {
        guard (0...bytes.count).contains(position) else { throw .damagedImage }
        self.position = position
    }

    mutating func byte() throws(SocialError) -> UInt8 {
        guard remaining > 0 else { throw .damagedImage }
        position += 1
        return bytes[bytes.startIndex + position - 1]
    }

    /// Reads an unsigned number of up to four bytes. If it exceeds `Int.max` on a 32-bit device, returns `Int.max`,
    /// which no size or offset reaches.
    mutating func number(bytes count: Int, _ order: ByteOrder) throws(SocialError) -> Int {
        let digits = try take(count)
        let number: UInt32 =
            switch order {
            case .bigEndian: digits.reduce(0) { $0 << 8 | UInt32($1) }
            case .littleEndian: digits.reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
        return Int(clamping: number)
    }

    /// Reads the bytes before the next occurrence of a value, which stays unread.
    mutating func take(upTo value: UInt8) throws(SocialError) -> ArraySlice<UInt8> {
        let rest = bytes[(bytes.startIndex + position)...]
        guard let end = rest.firstIndex(of: value) else { throw .damagedImage }
        position += end - rest.startIndex
        return rest[..<end]
    }
}

/// The order of a number's bytes.
enum ByteOrder {
    case bigEndian, littleEndian

    /// Encodes a number in `count` bytes.
    func bytes(_ number: some BinaryInteger, count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return self == .bigEndian ? bytes.reversed() : bytes
    }
}
