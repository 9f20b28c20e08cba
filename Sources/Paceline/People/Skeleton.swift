/// A username reduced to how it looks: digits become the letters they resemble, and underscores are dropped.
///
/// `1` stays, since it may stand for `i` or `l`. Repeated letters stay too; ``Lexicon`` matches `r0oot` with `root`.
struct Skeleton: Equatable {
    /// Lower-case ASCII letters, `1` and `*`; at most ``limit``.
    private(set) var letters: [UInt8] = []
    /// Bit *i* is set when an underscore-separated part starts at letter *i*.
    private(set) var starts: UInt64 = 0
    /// Bit *i* is set when a part ends before letter *i*.
    private(set) var ends: UInt64 = 0

    /// Twice the longest username, and small enough for a 64-bit set.
    static let limit = 60

    /// - Parameter numberLength: the fewest trailing digits of a part that count as a number and are dropped; a single
    ///   digit and an all-digit part then are too. Other digits become letters: `admin55` gives `admin` with 1 and
    ///   `adminss` with 3. The default drops none.
    init(_ name: String, numberLength: Int = .max) {
        letters.reserveCapacity(32)
        for part in name.utf8.prefix(Self.limit).split(separator: UInt8(ascii: "_")) {
            let digits = part.reversed().prefix { (48...57).contains($0) }.count
            // Names start with a letter, so only a later part can be all digits.
            let isNumber = digits >= numberLength || numberLength < .max && [1, part.count].contains(digits)
            let isNumbered = digits > 0 && isNumber && (digits < part.count || !letters.isEmpty)
            append(isNumbered ? part.dropLast(digits) : part)
        }
    }

    private mutating func append(_ part: Substring.UTF8View) {
        let start = letters.count
        for byte in part {
            if let letter = Self.letter(byte) { letters.append(letter) }
        }
        guard letters.count > start else { return }
        starts |= 1 << start
        ends |= 1 << letters.count
    }

    /// The letter that a byte looks like; nil for bytes that names cannot contain. `*` stays: in a respelled display
    /// name it stands for a letter that no word contains.
    static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
        case UInt8(ascii: "0")...UInt8(ascii: "9"): lookalikes[Int(byte - 48)]
        default: nil
        }
    }

    /// The letter that each digit resembles.
    private static let lookalikes = Array("o1zeasgtbg".utf8)
}
