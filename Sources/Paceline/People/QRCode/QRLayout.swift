/// How a version and correction level divide the codewords into blocks.
struct QRLayout {
    let version: Int
    /// Error correction codewords per block.
    let correctionLength: Int
    let blockCount: Int

    /// Modules per side.
    var size: Int { 17 + 4 * version }

    init(version: Int, _ correction: QRCode.Correction) {
        self.version = version
        correctionLength = Self.correctionLengths[correction.rawValue][version - 1]
        blockCount = Self.blockCounts[correction.rawValue][version - 1]
    }

    /// The smallest version that fits a number of bytes; nil when none does.
    static func smallest(for byteCount: Int, _ correction: QRCode.Correction) -> QRLayout? {
        (1...totals.count).lazy.map { QRLayout(version: $0, correction) }.first { $0.capacity >= byteCount }
    }

    /// The most bytes of text that fit.
    var capacity: Int { dataLength - (4 + countLength + 7) / 8 }

    /// Bits of the character count.
    private var countLength: Int { version < 10 ? 8 : 16 }

    private var total: Int { Self.totals[version - 1] }
    private var dataLength: Int { total - correctionLength * blockCount }

    // ISO/IEC 18004, table 9, by version.
    private static let totals = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]

    /// By correction, then version.
    private static let correctionLengths = [
        [7, 10, 15, 20, 26, 18, 20, 24, 30, 18],
        [10, 16, 26, 18, 24, 16, 18, 22, 22, 26],
        [13, 22, 18, 26, 18, 24, 18, 22, 20, 24],
        [17, 28, 22, 16, 22, 28, 26, 26, 24, 28],
    ]

    /// By correction, then version.
    private static let blockCounts = [
        [1, 1, 1, 1, 1, 2, 2, 2, 2, 4],
        [1, 1, 1, 2, 2, 4, 4, 4, 5, 5],
        [1, 1, 2, 2, 4, 4, 6, 6, 8, 8],
        [1, 1, 2, 4, 4, 4, 5, 6, 8, 8],
    ]
}

extension QRLayout {
    /// Data and error correction codewords, interleaved over the blocks.
    func codewords(of text: [UInt8]) -> [UInt8] {
        let blocks = self.blocks(of: data(of: text))
        let code = ReedSolomon(correctionLength: correctionLength)
        return Self.interleaved(blocks) + Self.interleaved(blocks.map { code.remainder(of: $0) })
    }

    /// Mode, length, text, terminator and padding.
    private func data(of text: [UInt8]) -> [UInt8] {
        var bits = BitString()
        bits.append(0b0100, count: 4)
        bits.append(text.count, count: countLength)
        for byte in text { bits.append(Int(byte), count: 8) }
        bits.append(0, count: min(4, dataLength * 8 - bits.count))
        let filling: [UInt8] = [0xEC, 0x11]
        return bits.bytes + (0..<dataLength - bits.bytes.count).map { filling[$0 % 2] }
    }

    /// Blocks of equal length; the last ones are longer by one if the data does not divide evenly.
    private func blocks(of data: [UInt8]) -> [[UInt8]] {
        let (length, longer) = dataLength.quotientAndRemainder(dividingBy: blockCount)
        var rest = data[...]
        return (0..<blockCount).map { index in
            let block = rest.prefix(length + (index >= blockCount - longer ? 1 : 0))
            rest = rest.dropFirst(block.count)
            return Array(block)
        }
    }

    private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
        (0..<(blocks.map(\.count).max() ?? 0)).flatMap { index in
            blocks.compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}

/// A sequence of bits, most significant bit first.
private struct BitString {
    private var bits: [Bool] = []

    var count: Int { bits.count }

    mutating func append(_ number: Int, count: Int) {
        for place in (0..<count).reversed() { bits.append(number >> place & 1 == 1) }
    }

    /// The bits as bytes, the last one padded with zeros.
    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (start..<start + 8).reduce(0) { $0 << 1 | ($1 < bits.count && bits[$1] ? 1 : 0) }
        }
    }
}
