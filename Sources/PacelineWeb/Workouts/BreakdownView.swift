/// The pieces that a workout is made of, as a chart and as a table of everything.
struct BreakdownView: Sendable {
    let view: View

    /// One column of the table.
    struct Column: Sendable {
        let title: String
        /// Whether it holds words rather than numbers.
        var isNamed = false
    }

    /// - Parameters:
    ///   - name: tells these pieces from others on the page.
    ///   - label: what the table is called, for whoever does not see it.
    ///   - rows: the texts of each row, as many as there are columns.
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
