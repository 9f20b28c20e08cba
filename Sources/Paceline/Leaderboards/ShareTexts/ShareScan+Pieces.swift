extension ShareScan {
    /// Reads the pieces one after the other.
    /// - Returns: false when one of them is not there.
    mutating func reads(_ pieces: [SharePiece]) -> Bool {
        for piece in pieces {
            guard reads(piece) else { return false }
        }
        return true
    }

    private mutating func reads(_ piece: SharePiece) -> Bool {
        switch piece {
        case .literal(let scalar): readsLiteral(scalar)
        case .blanks: skipBlanks() > 0
        case .lineBreak: nextLine()
        case .optional(let pieces): readsOptional(pieces)
        case .puzzle: readsPuzzle()
        case .date(let style): readsDate(style)
        case .score: readsScore()
        case .maximum: readsMaximum()
        case .hard: readsHard()
        case .time: readsTime()
        case .lost: readsLost()
        case .number(let number): reads(number)
        case .word(let word): reads(word)
        case .theme: readsTheme()
        case .archive: readsArchive()
        case .gap, .words, .line, .picture, .marks, .end: readsFiller(piece)
        case .grid(let width): readsGrid(width: width)
        case .rows(let width): readsRows(width: width)
        case .groups: readsGroups()
        case .bulbs: readsBulbs()
        case .boards(let count): readsBoards(count)
        case .track(let length): readsTrack(length)
        case .tally: readsTally()
        case .clues: readsClues()
        case .flawless: readsFlawless()
        case .backtracks: readsBacktracks()
        }
    }

    private mutating func readsLiteral(_ scalar: ShareScalar) -> Bool {
        guard next?.folded == scalar else { return false }
        position += 1
        return true
    }

    mutating func readsLiteral(_ word: String) -> Bool {
        for scalar in word.unicodeScalars {
            guard readsLiteral(ShareScalar(scalar).folded) else { return false }
        }
        return true
    }

    private mutating func readsOptional(_ pieces: [SharePiece]) -> Bool {
        let before = self
        if !reads(pieces) { self = before }
        return true
    }

    private mutating func readsFiller(_ piece: SharePiece) -> Bool {
        switch piece {
        case .gap: skip(40) { $0 == .blank || $0 == .lineBreak } > 0
        case .words: skip(40) { $0 != .lineBreak && $0.digit == nil } > 0
        case .line: skip(Self.longestLine) { $0 != .lineBreak } > 0
        case .marks: skip(Self.longestLine) { $0.isPicture || $0 == .blank } > 0
        case .picture: readsPicture()
        case .end: endsLine()
        default: false
        }
    }

    private mutating func readsPicture() -> Bool {
        guard let next, next.isPicture, !next.isCell else { return false }
        position += 1
        skip(8) { $0.isPartOfPicture }
        return true
    }

    /// Whether nothing with letters or digits is left of the line.
    mutating func endsLine() -> Bool {
        skip(Self.longestLine) { $0 != .lineBreak && !$0.isWord }
        return next == nil || next == .lineBreak
    }
}

extension ShareScan {
    private mutating func readsPuzzle() -> Bool {
        skip(5) { Self.numberMarks.contains($0.folded) }
        skipBlanks()
        guard let puzzle = groupedNumber() else { return false }
        reading.puzzle = puzzle
        return true
    }

    /// `#`, `Nr.`, `n.`, `no.`, `n°`, `N.º`, `№`, `第`.
    private static let numberMarks = Set("#nro.°º№第".unicodeScalars.map { ShareScalar($0) })

    private mutating func readsScore() -> Bool {
        if next?.folded == ShareScalar("x"), ahead(1) == ShareScalar("/") {
            reading.isLost = true
            position += 1
            return true
        }
        reading.score = number()
        return reading.score != nil
    }

    private mutating func readsMaximum() -> Bool {
        guard number() == game.maximum else { return false }
        reading.isLimited = true
        return true
    }

    /// A chat that shows a line in bold has put an asterisk at both of its ends.
    private mutating func readsHard() -> Bool {
        let asterisk = ShareScalar("*")
        let isBold = start > 0 && text[start - 1] == asterisk
        reading.isHardMode = next == asterisk && (!isBold || ahead(1) == asterisk)
        skip(2) { $0 == asterisk }
        return true
    }

    private mutating func readsLost() -> Bool {
        reading.isLost = true
        return true
    }

    private mutating func reads(_ kind: ShareNumber) -> Bool {
        guard let value = number() else { return false }
        switch kind {
        case .count: break
        case .guesses: reading.details.guesses = value
        case .hints: reading.details.hints = value
        case .percent: reading.details.percent = value
        }
        return kind != .percent || value <= 100
    }

    private mutating func reads(_ kind: ShareWord) -> Bool {
        let before = position
        for choice in kind.choices {
            position = before
            guard readsLiteral(choice), next?.isWord != true else { continue }
            switch kind {
            case .rank: reading.details.rank = choice
            case .difficulty: reading.details.difficulty = choice.lowercased()
            }
            return true
        }
        return false
    }

    private mutating func readsArchive() -> Bool {
        reading.details.isArchive = true
        return readsLiteral("Archive")
    }

    private mutating func readsTheme() -> Bool {
        guard let opening = next, Self.openingQuotes.contains(opening) else { return false }
        position += 1
        let start = position
        skip(Self.longestLine) { $0 != .lineBreak }
        var end = position
        while end > start, text[end - 1] == .blank { end -= 1 }
        guard end > start + 1, Self.closingQuotes.contains(text[end - 1]) else { return false }
        reading.details.theme = String(
            String.UnicodeScalarView(text[start..<end - 1].compactMap { Unicode.Scalar($0.value) }))
        return true
    }

    private static let openingQuotes = Set("“\"„«".unicodeScalars.map { ShareScalar($0) })
    private static let closingQuotes = Set("”\"“»".unicodeScalars.map { ShareScalar($0) })
}
