import Paceline

/// A CSV file with a header record.
struct CSVTable {
    /// The columns' indices by lower-case name.
    private let indices: [String: Int]
    private let fieldCount: Int
    private let records: CSVRecords

    /// Reads the header.
    /// - Throws: ``RowProblem`` if there is no readable header.
    init(_ bytes: [UInt8]) throws(RowProblem) {
        var records = CSVRecords(bytes)
        guard let header = records.next() else { throw RowProblem("has no header") }
        let names = try header.fields().map(Self.folded)
        indices = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        fieldCount = names.count
        self.records = records
    }

    /// The index of a column, case-insensitive; nil if the table does not have it.
    func index(of column: String) -> Int? { indices[Self.folded(column)] }

    /// Calls the body for each record after the header, with the record's first line.
    func forEachRow(_ body: (_ line: Int, _ fields: Result<[String], RowProblem>) -> Void) {
        for record in records {
            body(record.line, Result { () throws(RowProblem) in try fields(of: record) })
        }
    }

    private func fields(of record: CSVRecord) throws(RowProblem) -> [String] {
        let fields = try record.fields()
        guard fields.count == fieldCount else {
            throw RowProblem(
                """
                It has \(Measure.count(fields.count, "field")), but the header has \(fieldCount). Check for a missing \
                comma, or one outside quotation marks.
                """)
        }
        return fields
    }

    private static func folded(_ name: String) -> String {
        name.trimming(\.isWhitespace).lowercased()
    }
}
