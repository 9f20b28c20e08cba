extension SharePiece {
    /// The most characters a pattern may have.
    static let maxPatternLength = 200

    /// Parses a pattern into pieces.
    /// - Throws: ``SocialError/Code/invalidValue`` with the reason when the pattern is invalid.
    static func pieces(of pattern: String) throws(SocialError) -> [SharePiece] {
        guard pattern.utf8.count <= 4 * maxPatternLength else {
            throw SocialError(.invalidValue, "A pattern may have at most \(maxPatternLength) characters.")
        }
        var rest = ShareScalar.plain(pattern)[...]
        return try pieces(of: &rest, in: pattern, isOptional: false)
    }

    private static func pieces(
        of rest: inout ArraySlice<ShareScalar>, in pattern: String, isOptional: Bool
    ) throws(SocialError) -> [SharePiece] {
        var pieces: [SharePiece] = []
        while let scalar = rest.popFirst() {
            switch scalar {
            case ShareScalar("]") where isOptional: return pieces
            case ShareScalar("[") where !isOptional:
                pieces.append(.optional(try Self.pieces(of: &rest, in: pattern, isOptional: true)))
            case ShareScalar("["), ShareScalar("]"), ShareScalar("}"):
                throw .unbalancedBrackets(in: pattern)
            case ShareScalar("{"): pieces.append(try named(in: &rest, of: pattern))
            case .lineBreak: pieces.append(.lineBreak)
            case .blank: if pieces.last != .blanks { pieces.append(.blanks) }
            default: pieces.append(.literal(scalar.folded))
            }
        }
        guard !isOptional else { throw .unbalancedBrackets(in: pattern) }
        return pieces
    }

    private static func named(
        in rest: inout ArraySlice<ShareScalar>, of pattern: String
    ) throws(SocialError) -> SharePiece {
        guard let end = rest.firstIndex(of: ShareScalar("}")) else {
            throw .unbalancedBrackets(in: pattern)
        }
        let name = String(String.UnicodeScalarView(rest[..<end].compactMap { Unicode.Scalar($0.value) }))
        rest = rest[(end + 1)...]
        guard let piece = SharePiece(name: name) else {
            throw SocialError(
                .invalidValue, "The pattern “\(pattern)” contains the unknown placeholder {\(name)}.")
        }
        return piece
    }

    private init?(name: String) {
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        guard let word = parts.first else { return nil }
        let piece = parts.count == 2 ? Self.sized(word, parts[1]) : Self.plain(word)
        guard let piece else { return nil }
        self = piece
    }

    private static func sized(_ word: String, _ size: String) -> SharePiece? {
        if word == "date" { return ShareDateStyle(rawValue: size).map(SharePiece.date) }
        guard let number = Int(size), (1...32).contains(number) else { return nil }
        return switch word {
        case "grid": .grid(width: number)
        case "rows": .rows(width: number)
        case "boards": .boards(count: number)
        case "track": .track(length: number)
        default: nil
        }
    }

    private static func plain(_ word: String) -> SharePiece? {
        let named: [String: SharePiece] = [
            "puzzle": .puzzle, "score": .score, "maximum": .maximum, "hard": .hard, "time": .time,
            "lost": .lost, "theme": .theme, "archive": .archive, "gap": .gap, "words": .words, "line": .line,
            "picture": .picture, "marks": .marks, "end": .end, "grid": .grid(width: nil), "groups": .groups,
            "bulbs": .bulbs, "tally": .tally, "clues": .clues, "flawless": .flawless,
            "backtracks": .backtracks,
        ]
        return named[word] ?? ShareNumber(rawValue: word).map(SharePiece.number)
            ?? ShareWord(rawValue: word).map(SharePiece.word)
    }
}

extension SocialError {
    fileprivate static func unbalancedBrackets(in pattern: String) -> SocialError {
        SocialError(.invalidValue, "The brackets in the pattern “\(pattern)” do not match.")
    }
}
