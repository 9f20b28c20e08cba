/// Compression after RFC 1951: one block with the fixed codes. Texts of a page's size come out at about a third.
struct Deflate {
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var pending: UInt64 = 0
    private var pendingCount = 0
    /// The last place of each three bytes, and for each place the one before it with the same three.
    private var latest: [UInt32: Int] = [:]
    private var previous: [Int]

    private static let window = 32_768
    private static let lengths = 3...258
    /// How many earlier places are tried at each.
    private static let patience = 64

    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var deflate = Deflate(bytes)
        deflate.write(bits: 0b011, count: 3)
        deflate.compress()
        deflate.write(symbol: 256)
        return deflate.finish()
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        previous = Array(repeating: -1, count: bytes.count)
    }

    private mutating func compress() {
        var place = 0
        while place < bytes.count {
            let match = longestMatch(at: place)
            let end = place + (match?.length ?? 1)
            if let match {
                write(length: match.length)
                write(distance: match.distance)
            } else {
                write(symbol: Int(bytes[place]))
            }
            while place < end {
                remember(place)
                place += 1
            }
        }
    }

    private func key(at place: Int) -> UInt32? {
        guard place + 2 < bytes.count else { return nil }
        return UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
    }

    private mutating func remember(_ place: Int) {
        guard let key = key(at: place) else { return }
        previous[place] = latest[key] ?? -1
        latest[key] = place
    }

    private func longestMatch(at place: Int) -> (length: Int, distance: Int)? {
        guard let key = key(at: place) else { return nil }
        var best: (length: Int, distance: Int)?
        var candidate = latest[key] ?? -1
        for _ in 0..<Self.patience where candidate >= 0 && place - candidate <= Self.window {
            let length = commonLength(candidate, place)
            if length > best?.length ?? 2 { best = (length, place - candidate) }
            candidate = previous[candidate]
        }
        return best
    }

    private func commonLength(_ earlier: Int, _ place: Int) -> Int {
        let most = min(Self.lengths.upperBound, bytes.count - place)
        return (0..<most).first { bytes[earlier + $0] != bytes[place + $0] } ?? most
    }
}

extension Deflate {
    /// Codes are written from their highest bit, everything else from its lowest.
    private mutating func write(symbol: Int) {
        switch symbol {
        case ..<144: write(code: 0x30 + symbol, count: 8)
        case ..<256: write(code: 0x190 + symbol - 144, count: 9)
        case ..<280: write(code: symbol - 256, count: 7)
        default: write(code: 0xC0 + symbol - 280, count: 8)
        }
    }

    private mutating func write(length: Int) {
        guard length < 258 else { return write(symbol: 285) }
        let (index, extra, rest) = Self.bucket(of: length - 3, firstExtra: 4)
        write(symbol: 257 + index)
        write(bits: rest, count: extra)
    }

    private mutating func write(distance: Int) {
        let (index, extra, rest) = Self.bucket(of: distance - 1, firstExtra: 2)
        write(code: index, count: 5)
        write(bits: rest, count: extra)
    }

    /// Numbers share a symbol by their leading bits, and say the rest after it: lengths by their highest three, of which
    /// four symbols share a number of extra bits, distances by their highest two.
    private static func bucket(of number: Int, firstExtra: Int) -> (index: Int, extra: Int, rest: Int) {
        let kept = firstExtra == 4 ? 2 : 1
        guard number >= 2 << kept else { return (number, 0, 0) }
        let extra = Int.bitWidth - number.leadingZeroBitCount - 1 - kept
        return ((extra << kept) + (number >> extra), extra, number & ((1 << extra) - 1))
    }

    private mutating func write(code: Int, count: Int) {
        write(bits: (0..<count).reduce(0) { $0 << 1 | (code >> $1) & 1 }, count: count)
    }

    private mutating func write(bits: Int, count: Int) {
        pending |= UInt64(bits) << UInt64(pendingCount)
        pendingCount += count
        while pendingCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    private mutating func finish() -> [UInt8] {
        if pendingCount > 0 { write(bits: 0, count: 8 - pendingCount) }
        return output
    }
}
