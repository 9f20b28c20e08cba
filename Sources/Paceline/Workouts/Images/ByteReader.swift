/// Reads a file from front to back and never beyond its end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    /// Where it reads next, counted from the beginning.
    private(set) var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var remaining: Int { bytes.count - position }

    /// The next so many bytes.
    /// - Throws: ``SocialError/Code/imageInvalid`` when there are fewer.
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

    /// The number in the next so many bytes, at most seven.
    mutating func number(bytes count: Int, _ order: ByteOrder) throws(SocialError) -> Int {
        let digits = try take(count)
        switch order {
        case .bigEndian: return digits.reduce(0) { $0 << 8 | Int($1) }
        case .littleEndian: return digits.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// The bytes up to where the next one of this value stands, which is left to be read.
    mutating func take(upTo value: UInt8) throws(SocialError) -> ArraySlice<UInt8> {
        let rest = bytes[(bytes.startIndex + position)...]
        guard let end = rest.firstIndex(of: value) else { throw .damagedImage }
        position += end - rest.startIndex
        return rest[..<end]
    }
}

/// Which byte of a number comes first.
enum ByteOrder {
    case bigEndian, littleEndian

    /// A number as so many bytes.
    func bytes(_ number: Int, count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return self == .bigEndian ? bytes.reversed() : bytes
    }
}
