/// A Unicode scalar of a share text, with its classification.
struct ShareScalar: Hashable {
    let value: UInt32

    static let lineBreak = ShareScalar(value: 0x0A)
    static let blank = ShareScalar(value: 0x20)
    /// Turns the preceding digit into a keycap emoji.
    static let keycap = ShareScalar(value: 0x20E3)
    static let joiner = ShareScalar(value: 0x200D)

    init(value: UInt32) {
        self.value = value
    }

    init(_ scalar: Unicode.Scalar) {
        value = scalar.value
    }

    /// The value of an ASCII digit; nil for other scalars.
    var digit: Int? { (0x30...0x39).contains(value) ? Int(value - 0x30) : nil }

    /// The scalar with ASCII letters in lower case.
    var folded: ShareScalar { (0x41...0x5A).contains(value) ? ShareScalar(value: value + 0x20) : self }

    /// A letter or a digit of any script.
    var isWord: Bool {
        guard value >= 0x80 else { return digit != nil || (0x61...0x7A).contains(folded.value) }
        guard !isPicture, let scalar = Unicode.Scalar(value) else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Whether an ASCII word after this scalar would belong to the same word. Not so in Chinese and Japanese, which put
    /// no spaces between words.
    var joinsWords: Bool { value < 0x530 && isWord }

    /// An emoji, a square, an arrow, or a part of one.
    var isPicture: Bool {
        switch value {
        case 0x200D, 0x203C, 0x2049, 0x20E3, 0x2122, 0x2139, 0x2190...0x2BFF, 0x3030, 0x303D, 0x3297, 0x3299,
            0x1F000...0x1FAFF, 0xE0020...0xE007F:
            true
        default: false
        }
    }

    /// A scalar that modifies the emoji before it: a joiner, a skin tone, a keycap or a tag.
    var isPartOfPicture: Bool {
        switch value {
        case 0x200D, 0x20E3, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
        default: false
        }
    }

    /// A regional indicator: half of a flag.
    var isRegional: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// A cell of a board: a square, a circle, a cross or a tick, in any colour.
    var isCell: Bool {
        switch value {
        case 0x26AA, 0x26AB, 0x2705, 0x274C, 0x2B1B, 0x2B1C, 0x2B50, 0x1F534, 0x1F535, 0x1F7E0...0x1F7EB:
            true
        default: false
        }
    }

    /// The light bulb or, on special days, the candle that marks a hint in Strands.
    var isHint: Bool { value == 0x1F4A1 || value == 0x1F56F }

    /// A thousands separator: comma, point, apostrophe or space.
    var isSeparator: Bool {
        switch value {
        case 0x20, 0x27, 0x2C, 0x2E, 0x60, 0xB4, 0x02BC, 0x066C, 0x2019: true
        default: false
        }
    }
}

extension ShareScalar {
    /// The text without invisible scalars, with all spaces and line breaks unified.
    static func plain(_ text: String) -> [ShareScalar] {
        var plain: [ShareScalar] = []
        plain.reserveCapacity(text.utf8.count)
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n", previous == "\r" { continue }
            if let seen = seen(scalar) { plain.append(seen) }
        }
        return plain
    }

    /// - Returns: nil for invisible scalars, such as emoji variation selectors.
    private static func seen(_ scalar: Unicode.Scalar) -> ShareScalar? {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: .lineBreak
        case 0x09, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: .blank
        case 0xAD, 0x200B, 0x200C, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F, 0xFEFF:
            nil
        default: ShareScalar(scalar)
        }
    }
}
