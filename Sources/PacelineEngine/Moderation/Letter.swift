import Foundation
import Paceline

/// The letters by which words are compared: the Latin one that a character is or looks like, or its own code point.
enum Letter {
    /// For characters that end a word.
    static let none: UInt32 = 0

    static func of(_ scalar: Unicode.Scalar) -> UInt32 {
        guard !scalar.isASCII else { return ascii[Int(scalar.value)] }
        if let latin = latin[scalar.value] { return latin }
        guard scalar.properties.isAlphabetic else { return none }
        return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
    }

    /// Whether it is a letter and not a digit or sign that can stand for one.
    static func isCertain(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isAlphabetic }
        return (0x61...0x7A).contains(scalar.value | 0x20)
    }

    private static let ascii: [UInt32] = (0..<0x80).map { (value: UInt32) in
        switch value {
        case 0x61...0x7A: value
        case 0x41...0x5A: value | 0x20
        case 0x30...0x39: digits[Int(value - 0x30)].value
        case 0x40: Unicode.Scalar("a").value
        case 0x24: Unicode.Scalar("s").value
        case 0x21: Unicode.Scalar("i").value
        default: none
        }
    }

    private static let digits: [Unicode.Scalar] = ["o", "i", "z", "e", "a", "s", "g", "t", "b", "g"]

    /// Blocks with accented, full-width, circled and mathematical letters.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x80...0x24F, 0x1E00...0x1EFF, 0x2070...0x218F, 0x2460...0x24FF, 0xFF01...0xFF5E, 0x1D400...0x1D7FF,
    ]

    private static let latin: [UInt32: UInt32] = {
        var latin: [UInt32: UInt32] = [:]
        for scalar in blocks.joined().compactMap({ Unicode.Scalar($0) }) {
            let first = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.first
            if let first, first.isASCII, ascii[Int(first.value)] != none {
                latin[scalar.value] = ascii[Int(first.value)]
            }
        }
        for (scalar, letter) in Lookalikes.letters {
            if let value = letter.asciiValue { latin[scalar.value] = ascii[Int(value)] }
        }
        latin[Unicode.Scalar("ß").value] = Unicode.Scalar("s").value
        return latin
    }()
}

extension Unicode.Scalar {
    /// Whether it is not drawn, or drawn on the character before it, so that it does not end a word.
    var isInvisible: Bool {
        !isASCII && (properties.isDefaultIgnorableCodePoint || properties.generalCategory == .nonspacingMark)
    }
}
