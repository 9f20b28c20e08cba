/// The intervals or sets of a workout, as charts and a table.
struct BreakdownView: Sendable {
    /// The number of rows that the table shows.
    static let rowsPerPage = 60

    let view: View

    /// A cell of the table.
    struct Cell: Sendable {
        let text: String
        /// Whether it contains words rather than numbers.
        var isNamed = false
        /// The number of rows that it belongs to. The other rows leave it out.
        var rowCount = 1

        init(_ text: String) {
            self.text = text
        }

        /// A cell with words.
        static func named(_ text: String, rows: Int = 1) -> Cell {
            var cell = Cell(text)
            cell.isNamed = true
            cell.rowCount = rows
            return cell
        }

        fileprivate var view: View {
            [
                "text": .text(text), "isNamed": .flag(isNamed),
                "rowCount": rowCount > 1 ? .text("\(rowCount)") : .nothing,
            ]
        }
    }

    /// - Parameters:
    ///   - name: the prefix of the ids on the page.
    ///   - label: the accessible name of the table.
    ///   - window: the links to the rows that are not shown.
    ///   - rows: the cells of each row, one per column.
    init(
        _ name: String, title: String, charts: [Chart] = [], lifts: LiftsView? = nil, label: String,
        window: View?, columns: [Cell], rows: [[Cell]]
    ) {
        view = [
            "name": .text(name), "title": .text(title), "label": .text(label),
            "charts": .list(charts.map(\.view)), "lifts": .view(optional: lifts?.view),
            "window": .view(optional: window), "columns": .list(columns.map(\.view)),
            "rows": .list(rows.map { ["cells": .list($0.map(\.view))] }),
        ]
    }
}
