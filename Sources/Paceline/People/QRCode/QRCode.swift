/// A QR code (ISO/IEC 18004, model 2) of a short text, such as the link of a friend code.
///
/// The text is held as bytes, in the smallest of the versions 1 to 10 that takes it: up to 119 bytes whatever the
/// correction, 213 with ``Correction/medium``.
public struct QRCode: Sendable, Equatable {
    /// 1 to 10; each step adds four modules to a side.
    public let version: Int
    /// Which of the eight masks makes it easiest to read.
    public let mask: Int
    private let grid: QRGrid

    /// How much of the code may be unreadable.
    public enum Correction: Int, Sendable, CaseIterable {
        /// About 7 %.
        case low
        /// About 15 %.
        case medium
        /// About 25 %.
        case quartile
        /// About 30 %.
        case high
    }

    /// - Throws: ``SocialError/Code/tooLarge`` when the text is too long for version 10.
    public init(_ text: String, correction: Correction = .medium) throws(SocialError) {
        let bytes = Array(text.utf8)
        guard let layout = QRLayout.smallest(for: bytes.count, correction) else {
            throw SocialError(.tooLarge, "The text is too long for a QR code.")
        }
        version = layout.version
        let unmasked = QRGrid(layout: layout, codewords: layout.codewords(of: bytes))
        let masked = (0..<8).map { unmasked.masked($0, correction) }
        let penalties = masked.map(\.penalty)
        mask = penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0
        grid = masked[mask]
    }

    /// Modules to a side, without the quiet zone: 21 to 57.
    public var size: Int { grid.size }

    /// Whether a module is dark. Outside the code all are light.
    public subscript(x: Int, y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && grid[x, y]
    }
}
