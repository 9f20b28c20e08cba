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
        let (fields, rest) = try Self.split(text)
        guard rest.isEmpty else {
            // To SwiftCSV these end a row; to an editor and to the program that wrote the file they do not.
            throw RowProblem(
                "It holds a line separator outside quotation marks: remove it or quote the field.")
        }
        return fields
    }

    private static func split(_ text: String) throws(RowProblem) -> (fields: [String], rest: [[String]]) {
        do {
            // SwiftCSV adds an empty last field only before a line break.
            let csv = try EnumeratedCSV(string: text + "\n", delimiter: .comma, loadColumns: false)
            return (csv.header, csv.rows)
        } catch {
            throw RowProblem("Its quotation marks do not pair up.")
        }
    }
}
