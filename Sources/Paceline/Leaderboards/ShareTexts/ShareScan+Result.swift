extension ShareScan {
    /// The result of a complete match; nil when the game cannot have such a result.
    /// - Parameters:
    ///   - anchor: maps puzzle numbers to days.
    ///   - given: the day passed by the caller.
    func result(anchor: PuzzleAnchor?, on given: Day?) -> SharedScore? {
        let score = found.score ?? scoreOfBoards
        let isLimited = found.isLimited || game.scoring == .lowerAttempts
        guard isPlausible(score, isLimited: isLimited) else { return nil }
        let numbered = found.puzzle.flatMap { number in anchor.map { $0.day(of: number) } }
        var details = found.details
        details.isQuoted = isQuoted ? true : nil
        return SharedScore(
            game: game.id, puzzle: found.puzzle, day: found.printedDay ?? numbered ?? given, score: score,
            maximum: isLimited ? game.maximum : nil, isCompleted: !found.isLost,
            isHardMode: found.isHardMode, grid: found.grid, details: details,
            dateConflict: DateConflict(unlessSame: numbered, found.printedDay, given))
    }

    private var scoreOfBoards: Int? {
        guard let boards = found.details.boards, !found.isLost else { return nil }
        return game.scoring == .lowerAttempts ? boards.max() : boards.reduce(0, +)
    }

    private func isPlausible(_ score: Int?, isLimited: Bool) -> Bool {
        if let boards = found.details.boards, game.scoring == .lowerAttempts,
            boards.contains(where: { $0 > game.maximum })
        {
            return false
        }
        guard let score else { return true }
        if let tally = found.tally, tally != score { return false }
        if isLimited, score > game.maximum { return false }
        return ScoreDraft.Range.score.contains(score) && (found.isLost || score >= game.unit.minimum)
    }

    /// Whether the line starts with a quotation mark (`>`).
    private var isQuoted: Bool {
        let margin = text[max(0, start - Self.maxLineLength)..<start]
        let line = margin.lastIndex(of: .lineBreak).map { margin[($0 + 1)...] } ?? margin
        return line.first { $0 != .blank } == ShareScalar(">")
    }
}
