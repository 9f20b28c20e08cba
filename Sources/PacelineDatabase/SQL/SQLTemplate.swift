/// The text of a statement, with places for what it binds.
///
/// Statements are put together from parts each time they run. This notes where the program holds each part, so that a
/// statement which has run before is found by that, and none of its letters has to be looked at; they are written out when
/// a database is given the statement for the first time.
package struct SQLTemplate: Sendable {
    private var pieces: [Piece] = []

    package init() {}

    package init(_ literal: StaticString) {
        append(literal: literal)
    }

    package var isEmpty: Bool { pieces.isEmpty }

    /// As it is sent: with the placeholders `$1`, `$2` …, which both databases understand.
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

/// A literal, by where it lies in the program; a text that does not, by its number; or the place of a value.
///
/// The same letters from two places of the program are two pieces.
private struct Piece: Equatable {
    /// Of a literal; 0 for anything else.
    let address: UInt
    /// Of a literal the length in bytes, of a ``RawText`` its number.
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

    /// Nil for a value's place.
    var text: String? {
        if let start = UnsafePointer<UInt8>(bitPattern: address) {
            return String(decoding: UnsafeBufferPointer(start: start, count: number), as: UTF8.self)
        }
        return self == .value ? nil : RawText(number: number).text
    }
}
