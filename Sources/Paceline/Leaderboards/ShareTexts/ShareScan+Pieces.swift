extension ShareScan {
    /// Matches pieces in order.
    /// - Returns: false as soon as one does not match.
    mutating func match(_ pieces: [SharePiece]) -> Bool {
        for piece in pieces {
            guard match(piece) else { return false }
        }
        return true
    }

    private mutating func match(_ piece: SharePiece) -> Bool {
        switch piece {
        case .literal(let scalar): matchLiteral(scalar)
        case .blanks: skipBlanks() > 0
        case .lineBreak: nextLine()
        case .optional(let pieces): matchOptional(pieces)
        case .puzzle: matchPuzzle()
        case .date(let style): matchDate(style)
        case .score: matchScore()
        case .maximum: matchMaximum()
        case .hard: matchHard()
        case .time: matchTime()
        case .lost: matchLost()
        case .number(let number): match(number)
        case .word(let word): match(word)
        case .theme: matchTheme()
        case .archive: matchArchive()
        case .gap, .words, .line, .picture, .marks, .end: matchFiller(piece)
        case .grid(let width): matchGrid(width: width)
        case .rows(let width): matchRows(width: width)
        case .groups: matchGroups()
        case .bulbs: matchBulbs()
        case .boards(let count): matchBoards(count)
        case .track(let length): matchTrack(length)
        case .tally: matchTally()
        case .clues: matchClues()
        case .flawless: matchFlawless()
        case .backtracks: matchBacktracks()
        }
    }

    private mutating func matchLiteral(_ scalar: ShareScalar) -> Bool {
        guard next?.folded == scalar else { return false }
        position += 1
        return true
    }

    mutating func matchLiteral(_ word: String) -> Bool {
        for scalar in word.unicodeScalars {
            guard matchLiteral(ShareScalar(scalar).folded) else { return false }
        }
        return true
    }

    private mutating func matchOptional(_ pieces: [SharePiece]) -> Bool {
        let before = self
        if !match(pieces) { self = before }
        return true
    }

    private mutating func matchFiller(_ piece: SharePiece) -> Bool {
        switch piece {
        case .gap: skip(40) { $0 == .blank || $0 == .lineBreak } > 0
        case .words: skip(40) { $0 != .lineBreak && $0.digit == nil } > 0
        case .line: skip(Self.maxLineLength) { $0 != .lineBreak } > 0
        case .marks: skip(Self.maxLineLength) { $0.isPicture || $0 == .blank } > 0
        case .picture: matchPicture()
        case .end: endsLine()
        default: false
        }
    }

    private mutating func matchPicture() -> Bool {
        guard let next, next.isPicture, !next.isCell else { return false }
        position += 1
        skip(8) { $0.isPartOfPicture }
        return true
    }

    /// Whether the rest of the line has no letters or digits.
    mutating func endsLine() -> Bool {
        skip(Self.maxLineLength) { $0 != .lineBreak && !$0.isWord }
        return next == nil || next == .lineBreak
    }
}

extension ShareScan {
    private mutating func matchPuzzle() -> Bool {
        skip(5) { Self.numberMarks.contains($0.folded) }
        skipBlanks()
        guard let puzzle = groupedNumber() else { return false }
        found.puzzle = puzzle
        return true
    }

    /// `#`, `Nr.`, `n.`, `no.`, `n°`, `N.º`, `№`, `第`.
    private static let numberMarks = Set("#nro.°º№第".unicodeScalars.map { ShareScalar($0) })

    private mutating func matchScore() -> Bool {
        if next?.folded == ShareScalar("x"), ahead(1) == ShareScalar("/") {
            found.isLost = true
            position += 1
            return true
        }
        found.score = number()
        return found.score != nil
    }

    private mutating func matchMaximum() -> Bool {
        guard number() == game.maximum else { return false }
        found.isLimited = true
        return true
    }

    /// Chats mark bold lines with an asterisk at each end; that is not hard mode.
    private mutating func matchHard() -> Bool {
        let asterisk = ShareScalar("*")
        let isBold = start > 0 && text[start - 1] == asterisk
        found.isHardMode = next == asterisk && (!isBold || ahead(1) == asterisk)
        skip(2) { $0 == asterisk }
        return true
    }

    private mutating func matchLost() -> Bool {
        found.isLost = true
        return true
    }

    private mutating func match(_ kind: ShareNumber) -> Bool {
        guard let value = number() else { return false }
        switch kind {
        case .count: break
        case .guesses: found.details.guesses = value
        case .hints: found.details.hints = value
        case .percent: found.details.percent = value
        }
        return kind != .percent || value <= 100
    }

    private mutating func match(_ kind: ShareWord) -> Bool {
        let before = position
        for choice in kind.choices {
            position = before
            guard matchLiteral(choice), next?.isWord != true else { continue }
            switch kind {
            case .rank: found.details.rank = choice
            case .difficulty: found.details.difficulty = choice.lowercased()
            }
            return true
        }
        return false
    }

    private mutating func matchArchive() -> Bool {
        found.details.isArchive = true
        return matchLiteral("Archive")
    }

    private mutating func matchTheme() -> Bool {
        guard let opening = next, Self.openingQuotes.contains(opening) else { return false }
        position += 1
        let start = position
        skip(Self.maxLineLength) { $0 != .lineBreak }
        var end = position
        while end > start, text[end - 1] == .blank { end -= 1 }
        guard end > start + 1, Self.closingQuotes.contains(text[end - 1]) else { return false }
        found.details.theme = String(
            String.UnicodeScalarView(text[start..<end - 1].compactMap { Unicode.Scalar($0.value) }))
        return true
    }

    private static let openingQuotes = Set("“\"„«".unicodeScalars.map { ShareScalar($0) })
    private static let closingQuotes = Set("”\"“»".unicodeScalars.map { ShareScalar($0) })
}
