extension ShareScan {
    /// What was read, once all of the pattern was; nil when it cannot be a result of the game.
    /// - Parameters:
    ///   - anchor: which number belongs to which day.
    ///   - given: the day that the reader was given.
    func result(anchor: PuzzleAnchor?, on given: Day?) -> SharedScore? {
        let score = reading.score ?? scoreOfBoards
        let isLimited = reading.isLimited || game.scoring == .lowerAttempts
        guard isPossible(score, isLimited: isLimited) else { return nil }
        let numbered = reading.puzzle.flatMap { number in anchor.map { $0.day(of: number) } }
        var details = reading.details
        details.isQuoted = isQuoted ? true : nil
        return SharedScore(
            game: game.id, puzzle: reading.puzzle, day: reading.printedDay ?? numbered ?? given, score: score,
            maximum: isLimited ? game.maximum : nil, isCompleted: !reading.isLost,
            isHardMode: reading.isHardMode, details: details,
            contradiction: DayContradiction(unlessSame: numbered, reading.printedDay, given))
    }

    private var scoreOfBoards: Int? {
        guard let boards = reading.details.boards, !reading.isLost else { return nil }
        return game.scoring == .lowerAttempts ? boards.max() : boards.reduce(0, +)
    }

    private func isPossible(_ score: Int?, isLimited: Bool) -> Bool {
        if let boards = reading.details.boards, game.scoring == .lowerAttempts,
            boards.contains(where: { $0 > game.maximum })
        {
            return false
        }
        guard let score else { return true }
        if let tally = reading.tally, tally != score { return false }
        if isLimited, score > game.maximum { return false }
        return ScoreDraft.Range.score.contains(score) && (reading.isLost || score >= game.unit.least)
    }

    /// Whether the line is one that somebody quotes.
    private var isQuoted: Bool {
        let margin = text[max(0, start - Self.longestLine)..<start]
        let line = margin.lastIndex(of: .lineBreak).map { margin[($0 + 1)...] } ?? margin
        return line.first { $0 != .blank } == ShareScalar(">")
    }
}
