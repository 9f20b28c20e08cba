import Paceline

/// A field of a row, with its column's name for error messages.
struct CSVField {
    let column: String
    /// The trimmed text; nil if it is empty or the column is missing.
    let text: String?

    init(column: String, text: String?) {
        self.column = column
        let trimmed = text?.trimming(\.isWhitespace) ?? ""
        self.text = trimmed.isEmpty ? nil : String(trimmed)
    }

    /// Returns the text.
    /// - Throws: ``RowProblem`` if it is empty.
    func required() throws(RowProblem) -> String {
        guard let text else { throw RowProblem("\(column) is empty.") }
        return text
    }

    /// Returns a non-negative decimal number; nil if the field is empty.
    /// - Throws: ``RowProblem`` if the text is not such a number.
    func number() throws(RowProblem) -> Double? {
        guard let text else { return nil }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        // `Double` also accepts hexadecimal, exponents and "nan".
        guard digits.utf8.count <= 15, digits.utf8.allSatisfy({ $0 == 46 || (48...57).contains($0) }),
            let number = Double(text)
        else { throw RowProblem("\(column) is “\(shown)”, which is not a number such as 271.9.") }
        guard number >= 0 else { throw RowProblem("\(column) is negative: \(shown).") }
        return number
    }

    /// The text, truncated for error messages.
    var shown: String {
        let text = text ?? ""
        return text.count > 40 ? "\(text.prefix(40))…" : text
    }
}
