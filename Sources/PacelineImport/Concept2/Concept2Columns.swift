/// The positions of the Concept2 export's columns, found by name.
///
/// There are two layouts: 22 columns starting with `ID`, and a newer one of 23 with `Log ID` and `Date Entered`.
struct Concept2Columns {
    private let indices: [Concept2Column: Int]

    /// Finds the columns.
    /// - Throws: ``RowProblem`` that names the missing required columns.
    init(of table: CSVTable) throws(RowProblem) {
        var indices: [Concept2Column: Int] = [:]
        for column in Concept2Column.allCases {
            indices[column] = column.names.lazy.compactMap(table.index).first
        }
        let missing = Concept2Column.allCases.filter { $0.isRequired && indices[$0] == nil }.map(\.rawValue)
        guard missing.isEmpty else {
            throw RowProblem("lacks the column \(missing.map { "“\($0)”" }.joined(separator: ", "))")
        }
        self.indices = indices
    }

    fileprivate func index(of column: Concept2Column) -> Int? { indices[column] }
}

/// The fields of a row, by column.
struct Concept2Fields {
    let columns: Concept2Columns
    let fields: [String]

    subscript(column: Concept2Column) -> CSVField {
        let index = columns.index(of: column).flatMap { fields.indices.contains($0) ? $0 : nil }
        return CSVField(column: column.rawValue, text: index.map { fields[$0] })
    }
}

/// A column of the export, by its header name in the newer layout.
enum Concept2Column: String, CaseIterable {
    case id = "Log ID"
    case date = "Date"
    case description = "Description"
    case workTime = "Work Time (Formatted)"
    case workSeconds = "Work Time (Seconds)"
    case restSeconds = "Rest Time (Seconds)"
    case workDistance = "Work Distance"
    case restDistance = "Rest Distance"
    case strokeRate = "Stroke Rate/Cadence"
    case strokeCount = "Stroke Count"
    case pace = "Pace"
    case averageWatts = "Avg Watts"
    case calories = "Total Cal"
    case heartRate = "Avg Heart Rate"
    case dragFactor = "Drag Factor"
    case weightClass = "Weight"
    case machine = "Type"
    case ranked = "Ranked"
    case comments = "Comments"

    /// The names in both layouts.
    var names: [String] { self == .id ? ["Log ID", "ID"] : [rawValue] }

    /// Whether the file is rejected without the column.
    var isRequired: Bool {
        switch self {
        case .id, .date, .description, .workSeconds, .workDistance, .machine: true
        default: false
        }
    }
}
