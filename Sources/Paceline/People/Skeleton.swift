/// A username as the eye takes it in: digits read as the letters they resemble, underscores gone.
///
/// `1` stays, since it may be an `i` or an `l`, and repeated letters stay, since `root` is not `rot`: it is the
/// ``Lexicon`` that takes `r0oot` for `root`.
struct Skeleton: Equatable {
    /// Lower-case ASCII letters, and `1`; at most ``limit``.
    private(set) var letters: [UInt8] = []
    /// Bit *i* is set when a part, as underscores divide the name, begins at letter *i*.
    private(set) var starts: UInt64 = 0
    /// Bit *i* is set when a part ends before letter *i*.
    private(set) var ends: UInt64 = 0

    /// Twice the longest username, and within a 64-bit set of places.
    static let limit = 60

    /// - Parameter numberLength: how many digits at the end of a part are a number, which is passed over, as one alone
    ///   is; others are letters. With 1, `admin55` is `admin`; with more, it is `adminss`.
    init(_ name: String, numberLength: Int = .max) {
        letters.reserveCapacity(32)
        for part in name.utf8.prefix(Self.limit).split(separator: UInt8(ascii: "_")) {
            let digits = part.reversed().prefix { (48...57).contains($0) }.count
            // A name begins with a letter, so that only a later part can be all number.
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

    /// The letter that a byte of a name is read as; nil for what no name may hold.
    static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
        case UInt8(ascii: "0")...UInt8(ascii: "9"): lookalikes[Int(byte - 48)]
        default: nil
        }
    }

    /// What each digit resembles.
    private static let lookalikes = Array("o1zeasgtbg".utf8)
}
