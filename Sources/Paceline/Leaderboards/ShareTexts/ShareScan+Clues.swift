extension ShareScan {
    private static let pin = ShareScalar(value: 0x1F4CC)
    private static let stop = ShareScalar(value: 0x1F6D1)
    private static let clear = ShareScalar(value: 0x1F7E2)

    /// Pinpoint: clues are numbered with keycaps, and a pin or 100 % marks the solution. Without either, the puzzle was
    /// lost if all guesses were used; otherwise the text is truncated and gives no result.
    mutating func matchClues() -> Bool {
        let window = position..<min(position + 600, text.count)
        var (clue, isPinned) = (0, false)
        // Nil between a clue and its percentage.
        var percent: Int? = 0
        loop: for index in window {
            switch text[index] {
            case .keycap:
                guard text[index - 1].digit == clue + 1 else { break loop }
                (clue, percent) = (clue + 1, nil)
            case ShareScalar("%") where clue > 0: percent = numberEnding(at: index)
            case Self.pin: isPinned = true
            case ShareScalar("#"): break loop
            default: continue
            }
            if isPinned { break }
        }
        guard clue > 0, clue == found.score else { return false }
        found.isLost = !isPinned && percent != 100
        guard found.isLost else { return true }
        found.score = nil
        return clue == game.maximum && percent != nil
    }

    /// The number that ends before this position, with or without a space in between.
    private func numberEnding(at end: Int) -> Int {
        let digits = text[max(0, end - 4)..<end].reversed().drop { $0 == .blank }.prefix { $0.digit != nil }
        return digits.reversed().reduce(0) { $0 * 10 + ($1.digit ?? 0) }
    }

    /// English, German, Chinese, Dutch, and a stem shared by Italian and its relatives.
    private static let flawlessWords = ["flawless", "fehlerfrei", "完美无瑕", "foutloos", "impec"].map {
        $0.unicodeScalars.map { ShareScalar($0) }
    }

    /// Reads whether the rest of the line, of at most 60 characters, calls the solution flawless. Always matches.
    mutating func matchFlawless() -> Bool {
        var rest = self
        rest.skip(60) { $0 != .lineBreak }
        let line = text[position..<rest.position].map(\.folded)
        let isFlawless = Self.flawlessWords.contains { word in
            line.indices.contains { line[$0...].starts(with: word) }
        }
        found.details.isFlawless = isFlawless ? true : nil
        return true
    }

    /// Reads the number of backtracks before a stop sign; a green circle means none. Looks at the rest of the line and
    /// the next one, at most 160 characters. Always matches.
    mutating func matchBacktracks() -> Bool {
        var (number, lines) = (nil as Int?, 0)
        for index in position..<min(position + 160, text.count) {
            let scalar = text[index]
            if scalar == .lineBreak { lines += 1 }
            if lines > 1 || scalar == ShareScalar("#") || scalar == ShareScalar("|") { break }
            if let digit = scalar.digit {
                let isNew = text[index - 1].digit == nil
                number = isNew ? digit : min((number ?? 0) * 10 + digit, 9_999)
            }
            if scalar == Self.stop || scalar == Self.clear {
                found.details.backtracks = scalar == Self.clear ? 0 : number
                break
            }
        }
        return true
    }
}
