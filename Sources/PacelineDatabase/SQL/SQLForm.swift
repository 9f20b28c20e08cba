/// A statement as one of the databases takes it.
package struct SQLForm: Sendable {
    package private(set) var text: SQLText
    /// What it binds, in order.
    package private(set) var values: [SQLValue] = []

    package init(_ text: SQLText = SQLText()) {
        self.text = text
    }

    mutating func reserve(pieces: Int, values count: Int) {
        text.reserve(pieces: pieces)
        values.reserveCapacity(count)
    }

    mutating func append(literal: StaticString) {
        text.append(literal: literal)
    }

    mutating func append(_ verbatim: VerbatimText) {
        text.append(verbatim)
    }

    mutating func append(value: SQLValue) {
        text.appendPlace()
        values.append(value)
    }

    mutating func append(_ part: SQLForm) {
        text.append(part.text)
        values.append(contentsOf: part.values)
    }
}
