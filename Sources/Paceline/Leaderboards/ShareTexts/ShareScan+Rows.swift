extension ShareScan {
    /// A row of cells of the given width, or of three or more when nil. Leaves the rest of the line unread.
    mutating func row(width: Int?, of isCell: (ShareScalar) -> Bool = { $0.isCell }) -> ArraySlice<
        ShareScalar
    >? {
        let start = position
        let count = skip(width.map { $0 + 1 } ?? PuzzleGrid.maxCells, while: isCell)
        guard width.map({ $0 == count }) ?? (count >= 3) else {
            position = start
            return nil
        }
        return text[start..<position]
    }

    /// Consecutive rows from the current position.
    mutating func rows(
        width: Int?, of isCell: (ShareScalar) -> Bool = { $0.isCell }
    ) -> [ArraySlice<ShareScalar>] {
        var rows: [ArraySlice<ShareScalar>] = []
        while rows.count < PuzzleGrid.maxRows, let row = row(width: width, of: isCell) {
            rows.append(row)
            let end = self
            guard nextLine(blankLines: 0) else {
                self = end
                break
            }
        }
        return rows
    }

    /// Matches the grid below the result. Without a grid, the result must fill its line.
    ///
    /// Does not advance, since the text between result and grid may contain the next result.
    mutating func matchGrid(width: Int?) -> Bool {
        var below = self
        let rows = below.skipChatter(before: width) ? below.rows(width: width) : []
        guard !rows.isEmpty else { return fillsLine() }
        found.setGrid(rows)
        return true
    }

    mutating func matchRows(width: Int) -> Bool {
        skip(Self.maxLineLength) { $0 != .lineBreak }
        guard nextLine() else { return false }
        let rows = rows(width: width)
        found.setGrid(rows)
        return rows.count == found.score
    }

    /// Advances to the first row, over up to three lines that contain no other result.
    private mutating func skipChatter(before width: Int?) -> Bool {
        skip(Self.maxLineLength) { $0 != .lineBreak }
        for _ in 0...3 {
            guard next == .lineBreak, nextLine() else { return false }
            var row = self
            if row.row(width: width) != nil { return true }
            let line = position
            skip(Self.maxLineLength) { $0 != .lineBreak }
            guard !containsResult(text[line..<position]) else { return false }
        }
        return false
    }

    /// Whether the line contains something like `3/6` or `X/6`.
    private func containsResult(_ line: ArraySlice<ShareScalar>) -> Bool {
        line.indices.dropFirst().dropLast().contains { index in
            text[index] == ShareScalar("/") && text[index + 1].digit != nil
                && (text[index - 1].digit != nil || text[index - 1].folded == ShareScalar("x"))
        }
    }

    /// Skips emoji, spaces, and words such as `#wordle` or `https://…`.
    private mutating func skipTags() {
        let end = position + Self.maxLineLength
        while position < end {
            let isApart =
                skip(Self.maxLineLength) { $0 != .lineBreak && $0 != ShareScalar("#") && !$0.isWord } > 0
            let start = self
            guard isApart, matchLiteral("#") || matchLiteral("http") else {
                self = start
                return
            }
            skip(Self.maxLineLength) { $0 != .lineBreak && $0 != .blank }
        }
    }

    /// Whether the line contains only the result, apart from emoji or a sender's name and colon before it, and emoji,
    /// links and hashtags after it.
    private func fillsLine() -> Bool {
        var rest = self
        rest.skipTags()
        guard rest.endsLine() else { return false }
        let margin = text[max(0, start - Self.maxLineLength)..<start]
        let line = margin.lastIndex(of: .lineBreak).map { margin[($0 + 1)...] } ?? margin
        guard line.startIndex == 0 || text[line.startIndex - 1] == .lineBreak else { return false }
        guard let word = line.lastIndex(where: \.isWord) else { return true }
        return line[(word + 1)...].first(where: { $0 != ShareScalar("]") }) == ShareScalar(":")
    }
}
