/// The text of a statement, with places for what it binds.
///
/// Statements are put together from parts each time they run. This notes where the program holds each part, so that a
/// statement which has run before is found by that, and none of its letters has to be looked at; they are written out when
/// a database is given the statement for the first time.
package struct SQLText: Sendable {
    fileprivate enum Piece {
        case literal(StaticString)
        case verbatim(VerbatimText)
        case value
    }

    private var pieces: [Piece] = []

    package init() {}

    package init(_ literal: StaticString) {
        append(literal: literal)
    }

    package var isEmpty: Bool { pieces.isEmpty }

    /// As it is sent: with the placeholders `$1`, `$2` …, which both databases understand.
    package var written: String {
        var text = ""
        var values = 0
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal.description
            case .verbatim(let verbatim): text += verbatim.text
            case .value:
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
        if literal.utf8CodeUnitCount > 0 { pieces.append(.literal(literal)) }
    }

    mutating func append(_ verbatim: VerbatimText) {
        pieces.append(.verbatim(verbatim))
    }

    mutating func appendPlace() {
        pieces.append(.value)
    }

    mutating func append(_ part: SQLText) {
        pieces.append(contentsOf: part.pieces)
    }
}

extension SQLText: Hashable {
    /// Equal when all parts are the same. The same letters from two places of the program are two texts.
    package static func == (left: Self, right: Self) -> Bool {
        left.pieces.elementsEqual(right.pieces, by: Piece.areSame)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(pieces.reduce(0 as UInt) { $0 &* 31 &+ $1.number })
    }
}

extension SQLText.Piece {
    fileprivate static func areSame(_ one: Self, _ other: Self) -> Bool {
        switch (one, other) {
        case (.literal(let left), .literal(let right)):
            left.utf8Start == right.utf8Start && left.utf8CodeUnitCount == right.utf8CodeUnitCount
        case (.verbatim(let left), .verbatim(let right)): left == right
        case (.value, .value): true
        default: false
        }
    }

    fileprivate var number: UInt {
        switch self {
        case .literal(let literal): UInt(bitPattern: literal.utf8Start)
        case .verbatim(let verbatim): UInt(bitPattern: verbatim.number)
        case .value: 0
        }
    }
}
