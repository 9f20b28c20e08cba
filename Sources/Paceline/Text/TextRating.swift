/// What the content filter knows of a text, as stored beside it: a severity, whether it waits, and whether its links
/// are masked. It is not sent to clients.
package struct TextRating: RawRepresentable, Hashable, Sendable {
    private let bits: UInt8

    package init?(rawValue: Int) {
        guard let bits = UInt8(exactly: rawValue), bits & 7 <= 4, bits < 32 else { return nil }
        self.bits = bits
    }

    /// - Parameters:
    ///   - severity: 0 for a harmless text, up to 4.
    ///   - hidesLinks: whether the text has links that count as words of the highest severity.
    ///   - isHeld: whether only the author sees the text.
    package init(severity: Int, hidesLinks: Bool = false, isHeld: Bool = false) {
        bits = UInt8(min(max(severity, 0), 4)) | (hidesLinks ? 8 : 0) | (isHeld ? 16 : 0)
    }

    package static let harmless = TextRating(severity: 0)
    /// Texts from this severity on are held.
    package static let heldFrom = 4
    /// The raw value of held texts is at least this.
    package static let firstHeld = 16

    package var rawValue: Int { Int(bits) }
    package var severity: Int { Int(bits & 7) }
    package var hidesLinks: Bool { bits & 8 != 0 }
    package var isHeld: Bool { bits & 16 != 0 }

    /// The rating of the text after its release.
    package var released: TextRating { TextRating(severity: severity, hidesLinks: hidesLinks) }
}
