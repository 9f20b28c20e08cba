import Paceline

/// The rows of a long list that a page shows, with links to those before and after.
struct RowWindow: Sendable {
    /// The indices of the rows shown.
    let rows: Range<Int>
    /// The number of all rows.
    let total: Int
    /// The number of rows per page.
    let size: Int

    /// Whether no rows come after it.
    var isLast: Bool { rows.upperBound == total }

    /// - Parameters:
    ///   - position: the index of a row to show, as it is in an address. The window begins at a multiple of `size`.
    ///   - total: the number of all rows.
    ///   - size: the number of rows per page.
    init(at position: String?, of total: Int, size: Int) {
        let last = max(0, total - 1)
        let index = min(max(0, position.flatMap(Int.init) ?? 0), last)
        let first = index - index % size
        rows = first..<min(first + size, total)
        self.total = total
        self.size = size
    }

    /// The number of rows shown, with arrows.
    /// - Parameters:
    ///   - path: the page.
    ///   - name: the query parameter of the first row, and the id to which the page scrolls.
    /// - Returns: nil if all rows are shown.
    func view(of path: String, _ name: String, _ localizer: Localizer) -> View? {
        guard rows.count < total else { return nil }
        let page = LocalPath(path)
        func link(_ first: Int) -> String? {
            (0..<total).contains(first) ? "\(page.with(name, "\(first)"))#\(name)" : nil
        }
        return [
            "back": .view(
                ArrowView(.back, to: link(rows.lowerBound - size), localizer("rows.back")).view),
            "forward": .view(
                ArrowView(.forward, to: link(rows.lowerBound + size), localizer("rows.forward")).view),
            "says": .text(
                localizer(
                    "rows.shown",
                    [
                        "first": "\(rows.lowerBound + 1)", "last": "\(rows.upperBound)",
                        "total": Measure.whole(Double(total)),
                    ])),
        ]
    }
}
