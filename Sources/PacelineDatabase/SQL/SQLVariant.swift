/// A statement for one of the databases.
package struct SQLVariant: Sendable {
    package private(set) var template: SQLTemplate
    /// The bound values, in order.
    package private(set) var values: [SQLValue] = []

    package init(_ template: SQLTemplate = SQLTemplate()) {
        self.template = template
    }

    mutating func reserve(pieces: Int, values count: Int) {
        template.reserve(pieces: pieces)
        values.reserveCapacity(count)
    }

    mutating func append(literal: StaticString) {
        template.append(literal: literal)
    }

    mutating func append(_ text: RawText) {
        template.append(text)
    }

    mutating func append(value: SQLValue) {
        template.appendPlaceholder()
        values.append(value)
    }

    mutating func append(_ part: SQLVariant) {
        template.append(part.template)
        values.append(contentsOf: part.values)
    }
}
