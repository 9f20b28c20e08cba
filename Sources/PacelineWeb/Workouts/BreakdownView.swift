/// The intervals or sets of a workout, as a chart and a table.
struct BreakdownView: Sendable {
    let view: View

    /// A column of the table.
    struct Column: Sendable {
        let title: String
        /// Whether it contains words rather than numbers.
        var isNamed = false
    }

    /// - Parameters:
    ///   - name: the prefix of the ids on the page.
    ///   - label: the accessible name of the table.
    ///   - rows: the cells of each row, one per column.
    init(
        _ name: String, title: String, chart: BarsView?, label: String, columns: [Column], rows: [[String]]
    ) {
        view = [
            "name": .text(name), "title": .text(title), "label": .text(label),
            "chart": .view(optional: chart?.view),
            "columns": .list(columns.map { Self.cell($0.title, in: $0) }),
            "rows": .list(
                rows.map { row in ["cells": .list(zip(row, columns).map { Self.cell($0, in: $1) })] }),
        ]
    }

    private static func cell(_ text: String, in column: Column) -> View {
        ["text": .text(text), "isNamed": .flag(column.isNamed)]
    }
}
