import SwiftCSV

extension CSVRecord {
    /// Splits the record into unquoted fields.
    /// - Throws: ``RowProblem`` if the record is not valid CSV in UTF-8.
    func fields() throws(RowProblem) -> [String] {
        guard !isBroken else {
            throw RowProblem(
                "A quotation mark is not closed, or is inside a field. Quote the field and double the mark."
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RowProblem("It contains characters that are not UTF-8. Save the file as “CSV UTF-8”.")
        }
        return try Self.split(text)
    }

    private static func split(_ text: String) throws(RowProblem) -> [String] {
        do {
            // SwiftCSV recognises an empty last field only before a line break.
            let csv = try EnumeratedCSV(string: text + "\n", delimiter: .comma, loadColumns: false)
            // SwiftCSV splits by grapheme, so it misses a quotation mark that a combining accent follows, and a quoted
            // line break then ends the row.
            if csv.rows.isEmpty { return csv.header }
        } catch {
            // The position of the error does not help people; the message below does.
        }
        throw RowProblem("Its quotation marks do not match.")
    }
}
