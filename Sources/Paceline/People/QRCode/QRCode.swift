/// A QR code (ISO/IEC 18004, model 2) of a short text, such as a friend code's link.
///
/// Encodes the text in byte mode, in the smallest version from 1 to 10 that fits: up to 213 bytes with
/// ``Correction/medium``, and at least 119 bytes with any correction level.
///
/// ```swift
/// let code = try QRCode(link.url)
/// let isDark = code[0, 0]  // a module of the first row
/// ```
public struct QRCode: Sendable, Equatable {
    /// 1 to 10. Each version adds four modules per side.
    public let version: Int
    /// The mask with the lowest penalty, 0 to 7.
    public let mask: Int
    private let grid: QRGrid

    /// The share of the code that may be unreadable.
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

    /// Encodes a text.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text does not fit version 10.
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

    /// Modules per side without the quiet zone: 21 to 57.
    public var size: Int { grid.size }

    /// Whether a module is dark. Modules outside the code are light.
    public subscript(x: Int, y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && grid[x, y]
    }
}
