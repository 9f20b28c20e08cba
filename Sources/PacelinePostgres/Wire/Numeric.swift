/// A decimal number in PostgreSQL's binary `NUMERIC` format, which is the type of sums of integers.
struct Numeric {
    /// The number in decimal, or `nil` for NaN and infinity.
    private let text: String?
    /// Whether the number has no decimal places.
    let isWhole: Bool

    /// - Parameter bytes: 16-bit integers: the number of base-10,000 digits, the exponent of the first digit, the sign,
    ///   the number of decimal places, and the digits.
    init(_ bytes: UnsafeRawBufferPointer) {
        let words = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self))
        }
        guard words.count >= 4, words.count == 4 + Int(words[0]) else {
            (text, isWhole) = (nil, false)
            return
        }
        let (weight, sign, scale) = (Int(words[1]), UInt16(bitPattern: words[2]), Int(words[3]))
        guard sign == 0 || sign == 0x4000 else {
            (text, isWhole) = (nil, false)
            return
        }
        isWhole = scale == 0
        text = (sign == 0 ? "" : "-") + Self.decimal(Array(words[4...]), weight: weight)
    }

    /// The number, if it is an integer that fits into 64 bits.
    var integer: Int64? { isWhole ? text.flatMap { Int64($0) } : nil }

    /// The nearest double-precision number.
    var real: Double? { text.flatMap { Double($0) } }

    private static func decimal(_ digits: [Int16], weight: Int) -> String {
        let digit = { (power: Int) in
            let index = weight - power
            return digits.indices.contains(index) ? Int(digits[index]) : 0
        }
        let whole = stride(from: max(weight, 0), through: 0, by: -1).map { padded(digit($0)) }.joined()
        let last = min(weight - digits.count + 1, 0)
        let fraction = stride(from: -1, through: last, by: -1).map { padded(digit($0)) }.joined()
        return fraction.isEmpty ? whole : whole + "." + fraction
    }

    private static func padded(_ digit: Int) -> String {
        let text = String(digit)
        return String(repeating: "0", count: 4 - text.count) + text
    }
}
