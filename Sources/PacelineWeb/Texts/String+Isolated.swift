extension String {
    /// The text with a direction of its own within a sentence. Without it, a name in a right-to-left script reorders the
    /// numbers and punctuation beside it. In HTML, `<bdi>` does the same.
    var isolated: String {
        unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(self)\u{2069}" : self
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is in one of the blocks that Unicode reserves for right-to-left scripts.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
