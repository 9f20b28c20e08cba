/// Decompresses Deflate (RFC 1951).
///
/// Written here because the model has no dependency, and only for small data: it decodes bit by bit.
struct Inflater {
    /// At the first byte after the compressed data once ``bytes()`` returns.
    private(set) var reader: ByteReader
    private let limit: Int
    private var output: [UInt8] = []
    /// Bits that were read but not used, the next one lowest; fewer than eight between calls.
    private var buffer: UInt32 = 0
    private var bufferedCount = 0

    init(_ reader: ByteReader, limit: Int) {
        self.reader = reader
        self.limit = limit
    }

    /// - Throws: ``SocialError/Code/imageInvalid``.
    mutating func bytes() throws(SocialError) -> [UInt8] {
        var isLast = false
        var blocks = 0
        while !isLast {
            // An empty block costs time and no output.
            blocks += 1
            guard blocks <= Self.freeBlocks + output.count / Self.leastBlock else { throw .damagedImage }
            isLast = try bits(1) == 1
            switch try bits(2) {
            case 0: try copyStored()
            case 1: try inflate(.fixedLiterals, .fixedDistances)
            case 2:
                let (literals, distances) = try codes()
                try inflate(literals, distances)
            default: throw .damagedImage
            }
        }
        return output
    }

    /// Compressors make blocks of many kilobytes.
    private static let leastBlock = 1_024
    private static let freeBlocks = 64

    /// Reads a number of up to 16 bits.
    private mutating func bits(_ count: Int) throws(SocialError) -> Int {
        while bufferedCount < count {
            buffer |= UInt32(try reader.byte()) << UInt32(bufferedCount)
            bufferedCount += 8
        }
        let number = buffer & ((1 << UInt32(count)) - 1)
        buffer >>= UInt32(count)
        bufferedCount -= count
        return Int(number)
    }

    /// A stored block starts at a whole byte.
    private mutating func copyStored() throws(SocialError) {
        (buffer, bufferedCount) = (0, 0)
        let length = try reader.number(bytes: 2, .littleEndian)
        guard try reader.number(bytes: 2, .littleEndian) == length ^ 0xFFFF else { throw .damagedImage }
        try makeRoom(for: length)
        output += try reader.take(length)
    }

    private func makeRoom(for count: Int) throws(SocialError) {
        guard count <= limit - output.count else { throw .damagedImage }
    }

    private mutating func inflate(
        _ literals: PrefixCode, _ distances: PrefixCode
    ) throws(SocialError) {
        while true {
            let symbol = try self.symbol(in: literals)
            if symbol < 256 {
                try makeRoom(for: 1)
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
            guard symbol - 257 < Self.lengths.count else { throw .damagedImage }
            let length = try number(Self.lengths[symbol - 257])
            let place = try self.symbol(in: distances)
            guard place < Self.distances.count else { throw .damagedImage }
            let distance = try number(Self.distances[place])
            guard distance <= output.count else { throw .damagedImage }
            try makeRoom(for: length)
            // Byte by byte, since a repetition may contain its own beginning.
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func number(_ range: (base: Int, extraBits: Int)) throws(SocialError) -> Int {
        range.base + (try bits(range.extraBits))
    }

    private mutating func symbol(in code: PrefixCode) throws(SocialError) -> Int {
        var (word, first, start) = (0, 0, 0)
        for count in code.counts.dropFirst() {
            word |= try bits(1)
            if word - first < count { return code.symbols[start + word - first] }
            start += count
            first = (first + count) << 1
            word <<= 1
        }
        throw .damagedImage
    }

    /// Reads the two codes of a block, themselves in a code.
    private mutating func codes() throws(SocialError) -> (literals: PrefixCode, distances: PrefixCode) {
        let literalCount = try bits(5) + 257
        let distanceCount = try bits(5) + 1
        var codeLengths = [Int](repeating: 0, count: 19)
        for place in Self.codeLengthOrder.prefix(try bits(4) + 4) { codeLengths[place] = try bits(3) }
        let code = try PrefixCode(lengths: codeLengths[...])
        var lengths: [Int] = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try self.symbol(in: code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw .damagedImage }
                lengths += repeatElement(last, count: 3 + (try bits(2)))
            case 17: lengths += repeatElement(0, count: 3 + (try bits(3)))
            case 18: lengths += repeatElement(0, count: 11 + (try bits(7)))
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == literalCount + distanceCount else { throw .damagedImage }
        return (
            try PrefixCode(lengths: lengths[..<literalCount]),
            try PrefixCode(lengths: lengths[literalCount...])
        )
    }

    private static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// The lengths of repetitions from symbol 257 on.
    private static let lengths =
        ranges(
            from: 3, extraBits: repeatElement(0, count: 4) + (0...5).flatMap { repeatElement($0, count: 4) })
        + [(base: 258, extraBits: 0)]

    private static let distances =
        ranges(from: 1, extraBits: [0, 0] + (0...13).flatMap { repeatElement($0, count: 2) })

    /// Ranges that follow each other.
    private static func ranges(from start: Int, extraBits: [Int]) -> [(base: Int, extraBits: Int)] {
        var base = start
        return extraBits.map { bits in
            defer { base += 1 << bits }
            return (base, bits)
        }
    }
}

/// A canonical Huffman code.
struct PrefixCode: Sendable {
    /// How many words have each length, from 0 to 15 bits.
    fileprivate let counts: [Int]
    /// The symbols with a word, in the order of their words.
    fileprivate let symbols: [Int]

    /// - Parameter lengths: the length of each symbol's word; zero for none.
    /// - Throws: ``SocialError/Code/imageInvalid`` if there are more words than bits allow.
    fileprivate init(lengths: ArraySlice<Int>) throws(SocialError) {
        self.init(unchecked: lengths)
        var free = 1
        for count in counts.dropFirst() {
            free = (free << 1) - count
            if free < 0 { throw .damagedImage }
        }
    }

    private init(unchecked lengths: ArraySlice<Int>) {
        let symbols = lengths.indices.filter { lengths[$0] > 0 }
        self.symbols = symbols.sorted { (lengths[$0], $0) < (lengths[$1], $1) }.map {
            $0 - lengths.startIndex
        }
        counts = symbols.reduce(into: [Int](repeating: 0, count: 16)) { $0[lengths[$1]] += 1 }
    }

    fileprivate static let fixedLiterals = PrefixCode(
        unchecked: [
            repeatElement(8, count: 144), repeatElement(9, count: 112), repeatElement(7, count: 24),
            repeatElement(8, count: 8),
        ].flatMap(\.self)[...])

    fileprivate static let fixedDistances = PrefixCode(unchecked: [Int](repeating: 5, count: 30)[...])
}
