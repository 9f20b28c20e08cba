/// The text of a statement with placeholders for its values; the key of the prepared-statement caches.
///
/// Statements are assembled from literals every time they run. A template records the addresses of these literals, so
/// that looking up a prepared statement neither builds nor compares text. The text is rendered once, to prepare it.
package struct SQLTemplate: Sendable {
    private var pieces: [Piece] = []

    package init() {}

    package init(_ literal: StaticString) {
        append(literal: literal)
    }

    package var isEmpty: Bool { pieces.isEmpty }

    /// The text with the placeholders `$1`, `$2` …, which both databases support.
    package var rendered: String {
        var text = ""
        var values = 0
        for piece in pieces {
            if let part = piece.text {
                text += part
            } else {
                values += 1
                text += "$\(values)"
            }
        }
        return text
    }

    mutating func reserve(pieces count: Int) {
        pieces.reserveCapacity(count)
    }

    mutating func append(literal: StaticString) {
        if literal.utf8CodeUnitCount > 0 { pieces.append(Piece(literal)) }
    }

    mutating func append(_ text: RawText) {
        pieces.append(Piece(text))
    }

    mutating func appendPlaceholder() {
        pieces.append(.value)
    }

    mutating func append(_ part: SQLTemplate) {
        pieces.append(contentsOf: part.pieces)
    }
}

extension SQLTemplate: Hashable {
    package func hash(into hasher: inout Hasher) {
        hasher.combine(pieces.reduce(0 as UInt) { $0 &* 31 &+ $1.address })
    }
}

/// A literal, identified by its address; a ``RawText``, identified by its number; or a placeholder.
///
/// Equal literals at different addresses are different pieces, which costs one more prepared statement.
private struct Piece: Equatable {
    /// The address of a literal; 0 otherwise.
    let address: UInt
    /// The length of a literal in bytes, or the number of a ``RawText``.
    private let number: Int

    static let value = Piece(address: 0, number: -1)

    private init(address: UInt, number: Int) {
        self.address = address
        self.number = number
    }

    init(_ literal: StaticString) {
        self.init(address: UInt(bitPattern: literal.utf8Start), number: literal.utf8CodeUnitCount)
    }

    init(_ text: RawText) {
        self.init(address: 0, number: text.number)
    }

    /// The text, or nil for a placeholder.
    var text: String? {
        if let start = UnsafePointer<UInt8>(bitPattern: address) {
            return String(decoding: UnsafeBufferPointer(start: start, count: number), as: UTF8.self)
        }
        return self == .value ? nil : RawText(number: number).text
    }
}
