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

    /// The windows before and after this one; nil at the ends.
    private var neighbours: (RowWindow?, RowWindow?) {
        func window(_ first: Int) -> RowWindow? {
            (0..<total).contains(first) ? RowWindow(at: "\(first)", of: total, size: size) : nil
        }
        return (window(rows.lowerBound - size), window(rows.lowerBound + size))
    }

    /// `41–80`.
    private var numbers: [String: String] {
        [
            "first": Measure.grouped(rows.lowerBound + 1), "last": Measure.grouped(rows.upperBound),
            "total": Measure.grouped(total),
        ]
    }

    /// The number of rows shown, with buttons that save the form before it shows others.
    /// - Parameter name: the list.
    /// - Returns: nil if all rows are shown.
    func buttons(_ name: String, _ localizer: Localizer) -> View? {
        guard rows.count < total else { return nil }
        let (back, forward) = neighbours
        return [
            "says": .text(localizer("rows.shown", numbers)),
            "others": .list(
                [back, forward].compactMap { $0 }.map { other in
                    let rows = localizer("rows.numbers", other.numbers)
                    return [
                        "name": .text(name), "first": .text("\(other.rows.lowerBound)"),
                        "text": .text(localizer("rows.saveAndShow", ["rows": rows])),
                    ]
                }),
        ]
    }

    /// The number of rows shown, with arrows.
    /// - Parameters:
    ///   - path: the page.
    ///   - name: the query parameter of the first row, and the id to which the page scrolls.
    /// - Returns: nil if all rows are shown.
    func view(of path: String, _ name: String, _ localizer: Localizer) -> View? {
        guard rows.count < total else { return nil }
        let page = LocalPath(path)
        let (back, forward) = neighbours
        func link(_ window: RowWindow?) -> String? {
            window.map { "\(page.with(name, "\($0.rows.lowerBound)"))#\(name)" }
        }
        return [
            "back": .view(ArrowView(.back, to: link(back), localizer("rows.back")).view),
            "forward": .view(ArrowView(.forward, to: link(forward), localizer("rows.forward")).view),
            "says": .text(localizer("rows.shown", numbers)),
        ]
    }
}
