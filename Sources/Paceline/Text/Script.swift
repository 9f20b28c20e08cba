/// The writing system of a letter, as far as a word should not mix it with others.
enum Script: Hashable {
    case latin, greek, cyrillic, armenian, georgian, hebrew, arabic, indic
    /// Han, kana, bopomofo and Hangul, which Chinese, Japanese and Korean mix.
    case eastAsian
    /// Scripts that share hardly a letter's shape with each other.
    case other

    /// Whether the letters of a word may come from these scripts.
    static func mayShareWord(_ scripts: Set<Script>) -> Bool {
        scripts.count < 2 || scripts == [.latin, .eastAsian]
    }

    /// Nil for what scripts share: marks, digits, signs, and letters in use as signs.
    init?(_ scalar: Unicode.Scalar) {
        guard scalar.isLetter, let script = Self.script(ofLetter: scalar.value) else { return nil }
        self = script
    }

    /// By block, since the standard library doesn't know the property.
    private static func script(ofLetter letter: UInt32) -> Script? {
        switch letter {
        case 0xB5, 0x2B0...0x2FF, 0x640, 0x2071, 0x207F...0x209C: nil
        case 0x1D26...0x1D2A, 0xAB65, 0x370...0x3FF, 0x1F00...0x1FFF, 0x1D6A8...0x1D7CB: .greek
        case 0x1D2B, 0x1D78, 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        case ...0x2AF, 0x1D00...0x1EFF, 0x2100...0x214F, 0x2C60...0x2C7F, 0xA722...0xA7FF, 0xAB30...0xAB6F,
            0xFB00...0xFB06, 0xFF21...0xFF5A, 0x10780...0x107BF, 0x1D400...0x1D6A5, 0x1DF00...0x1DFFF:
            .latin
        case 0x530...0x58F, 0xFB13...0xFB17: .armenian
        case 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F: .georgian
        case 0x590...0x5FF, 0xFB1D...0xFB4F: .hebrew
        case 0x600...0x6FF, 0x750...0x77F, 0x870...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: .arabic
        case 0x900...0xDFF: .indic
        case 0x1100...0x11FF, 0x2E80...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
            0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
            .eastAsian
        default: .other
        }
    }
}

extension Unicode.Scalar {
    var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    /// Whether it is drawn above, below or around the character before it.
    var isStackingMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether nothing is drawn for it, as for joiners. White space is not invisible.
    var isInvisible: Bool {
        if properties.isDefaultIgnorableCodePoint { return true }
        switch value {
        // The blank pattern of Braille, and a note without a head.
        case 0x2800, 0x1D159: return true
        // Signs that stand around numbers and words of Arabic, Syriac and Kaithi.
        case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
        default: return properties.generalCategory == .format
        }
    }

    /// Whether it belongs to the word around it.
    var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber, .spacingMark: true
        default: isLetter || isStackingMark || properties.isDefaultIgnorableCodePoint
        }
    }
}
