/// A value of CBOR (RFC 8949), of the types that authenticators use.
indirect enum CBORValue: Hashable {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    case map([CBORValue: CBORValue])
    /// A value of another type, such as `true`.
    case other
}

/// Reads values of CBOR with definite lengths, the only ones that authenticators write.
struct CBORReader {
    private var bytes: ArraySlice<UInt8>

    /// The maximum number of values within each other; authenticators use at most four.
    private static let deepest = 8

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = ArraySlice(bytes)
    }

    /// Reads the next value; nil if it is invalid or ends early.
    mutating func value() -> CBORValue? { value(depth: 0) }

    private mutating func value(depth: Int) -> CBORValue? {
        guard depth < Self.deepest, let first = bytes.popFirst(), let number = argument(first & 0x1F) else {
            return nil
        }
        switch first >> 5 {
        case 0: return Int(exactly: number).map { .integer($0) }
        case 1: return Int(exactly: number).map { .integer(-1 - $0) }
        case 2: return take(number).map { .bytes(Array($0)) }
        case 3: return take(number).map { .text(String(decoding: $0, as: UTF8.self)) }
        case 4: return array(number, depth)
        case 5: return map(number, depth)
        case 6: return value(depth: depth + 1)
        default: return .other
        }
    }

    /// The argument in or after the first byte: a value, or a length.
    private mutating func argument(_ detail: UInt8) -> UInt64? {
        switch detail {
        case ..<24: UInt64(detail)
        case 24...27: take(1 << UInt64(detail - 24))?.reduce(0) { $0 << 8 | UInt64($1) }
        default: nil
        }
    }

    private mutating func array(_ count: UInt64, _ depth: Int) -> CBORValue? {
        // Each element has at least one byte.
        guard count <= bytes.count else { return nil }
        var elements: [CBORValue] = []
        for _ in 0..<count {
            guard let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
        }
        return .array(elements)
    }

    private mutating func map(_ count: UInt64, _ depth: Int) -> CBORValue? {
        guard count <= bytes.count / 2 else { return nil }
        var members: [CBORValue: CBORValue] = [:]
        for _ in 0..<count {
            guard let key = value(depth: depth + 1), let member = value(depth: depth + 1) else { return nil }
            members[key] = member
        }
        return .map(members)
    }

    private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= bytes.count else { return nil }
        let taken = bytes.prefix(Int(count))
        bytes = bytes.dropFirst(taken.count)
        return taken
    }
}
