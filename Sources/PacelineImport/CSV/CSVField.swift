import Paceline

/// One field of a row, with the name of its column for the messages.
struct CSVField {
    let column: String
    /// Trimmed; nil when empty, or when the table has no such column.
    let text: String?

    init(column: String, text: String?) {
        self.column = column
        let trimmed = text?.trimming(\.isWhitespace) ?? ""
        self.text = trimmed.isEmpty ? nil : String(trimmed)
    }

    /// - Throws: ``RowProblem`` when empty.
    func required() throws(RowProblem) -> String {
        guard let text else { throw RowProblem("\(column) is empty.") }
        return text
    }

    /// A number that is not negative, written with a decimal point; nil when empty.
    func number() throws(RowProblem) -> Double? {
        guard let text else { return nil }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        // Double reads more than people write: hexadecimal, exponents, "nan".
        guard digits.utf8.count <= 15, digits.utf8.allSatisfy({ $0 == 46 || (48...57).contains($0) }),
            let number = Double(text)
        else { throw RowProblem("\(column) is “\(shown)”, which is not a number such as 271.9.") }
        guard number >= 0 else { throw RowProblem("\(column) is negative: \(shown).") }
        return number
    }

    /// The text as far as a message can show it.
    var shown: String {
        let text = text ?? ""
        return text.count > 40 ? "\(text.prefix(40))…" : text
    }
}
