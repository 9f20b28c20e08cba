import Paceline

/// A CSV file whose first record names the columns.
struct CSVTable {
    /// The names of the columns, in any order and any case, with their places.
    private let indices: [String: Int]
    private let fieldCount: Int
    private let records: CSVRecords

    /// - Throws: ``RowProblem`` when there is no readable header.
    init(_ bytes: [UInt8]) throws(RowProblem) {
        var records = CSVRecords(bytes)
        guard let header = records.next() else { throw RowProblem("has no header") }
        let names = try header.fields().map(Self.folded)
        indices = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        fieldCount = names.count
        self.records = records
    }

    /// Where a column's field stands in each row; nil when the table has no such column.
    func index(of column: String) -> Int? { indices[Self.folded(column)] }

    /// Every record after the header, with the line it begins on.
    func forEachRow(_ body: (_ line: Int, _ fields: Result<[String], RowProblem>) -> Void) {
        for record in records {
            body(record.line, Result { () throws(RowProblem) in try fields(of: record) })
        }
    }

    private func fields(of record: CSVRecord) throws(RowProblem) -> [String] {
        let fields = try record.fields()
        guard fields.count == fieldCount else {
            throw RowProblem(
                "It has \(fields.count) fields where the header has \(fieldCount): a comma may be missing, or stand outside quotation marks."
            )
        }
        return fields
    }

    private static func folded(_ name: String) -> String {
        name.trimming(\.isWhitespace).lowercased()
    }
}
