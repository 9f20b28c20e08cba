import SwiftCSV

extension CSVRecord {
    /// The fields, unquoted.
    /// - Throws: ``RowProblem`` when the record is not CSV, or not UTF-8.
    func fields() throws(RowProblem) -> [String] {
        guard !isBroken else {
            throw RowProblem(
                "A quotation mark is not closed, or stands inside a field: write it twice and quote the field."
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RowProblem("It holds characters that are not UTF-8: save the file as “CSV UTF-8”.")
        }
        return try Self.split(text)
    }

    private static func split(_ text: String) throws(RowProblem) -> [String] {
        do {
            // SwiftCSV adds an empty last field only before a line break.
            let csv = try EnumeratedCSV(string: text + "\n", delimiter: .comma, loadColumns: false)
            // It reads characters as people see them, so a mark that combines with the next letter is none to it,
            // and a line break that was quoted then ends a row.
            if csv.rows.isEmpty { return csv.header }
        } catch {
            // Which mark it stumbled over says nothing to a person; that it did is said below.
        }
        throw RowProblem("Its quotation marks do not pair up.")
    }
}
