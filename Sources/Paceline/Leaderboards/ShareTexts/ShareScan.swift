/// One attempt to match a game's pattern at one position of a text.
///
/// Every piece looks at a bounded number of scalars, so scanning takes linear time for any text.
struct ShareScan {
    let text: [ShareScalar]
    let game: Game
    /// The start of the match.
    let start: Int
    /// The index of the next scalar.
    var position: Int
    var found = ShareMatch()

    init(text: [ShareScalar], game: Game, start: Int) {
        self.text = text
        self.game = game
        self.start = start
        position = start
    }
}

/// The values a scan has found so far.
struct ShareMatch {
    var puzzle: Int?
    var printedDay: Day?
    var score: Int?
    var isLimited = false
    var isLost = false
    var isHardMode: Bool?
    /// The number of squares, which must equal the score.
    var tally: Int?
    var grid: PuzzleGrid?
    var details = ShareDetails()

    mutating func setGrid(_ rows: [ArraySlice<ShareScalar>]) {
        grid = PuzzleGrid(rows)
        details.gridRows = rows.count
    }
}

extension ShareScan {
    /// The next scalar; nil at the end of the text.
    var next: ShareScalar? { position < text.count ? text[position] : nil }

    /// The scalar at an offset from the next one; nil beyond the end.
    func ahead(_ count: Int) -> ShareScalar? { position + count < text.count ? text[position + count] : nil }

    /// Advances while scalars match.
    /// - Returns: how many it skipped, at most the limit.
    @discardableResult
    mutating func skip(_ limit: Int, while isWanted: (ShareScalar) -> Bool) -> Int {
        let start = position
        while position - start < limit, let next, isWanted(next) { position += 1 }
        return position - start
    }

    @discardableResult
    mutating func skipBlanks() -> Int { skip(Self.maxLineLength) { $0 == .blank } }

    /// The most scalars of a line to look at. Results have shorter lines.
    static let maxLineLength = 120

    /// Advances to the first visible scalar of the next line, over emoji, punctuation, blank lines and quotation marks
    /// (`>`).
    /// - Parameter blankLines: how many blank lines to skip at most.
    mutating func nextLine(blankLines: Int = 4) -> Bool {
        skip(Self.maxLineLength) { $0 != .lineBreak && !$0.isWord }
        guard next == .lineBreak else { return false }
        var breaks = 0
        while next == .lineBreak, breaks <= blankLines {
            position += 1
            breaks += 1
            skipMargin()
        }
        return true
    }

    /// Skips spaces and quotation marks (`>`) at the start of a line.
    mutating func skipMargin() { skip(8) { $0 == .blank || $0 == ShareScalar(">") } }

    /// Matches a whole number of up to seven digits.
    mutating func number() -> Int? {
        var (value, digits) = (0, 0)
        while let digit = next?.digit {
            guard digits < 7 else { return nil }
            (value, digits) = (value * 10 + digit, digits + 1)
            position += 1
        }
        return digits > 0 && next != .keycap ? value : nil
    }

    /// Matches a whole number with optional thousands separators: `1,234`, `1.234`, `1’234`, `1 234`.
    mutating func groupedNumber() -> Int? {
        let start = position
        guard var value = number() else { return nil }
        guard position - start <= 3, value > 0 else { return value }
        while value < 1_000_000, let group = group() {
            value = value * 1_000 + group
            position += 4
        }
        return value
    }

    /// The value of a separator and three digits, unless they belong to another number.
    private func group() -> Int? {
        guard let separator = next, separator.isSeparator, let hundreds = ahead(1)?.digit,
            let tens = ahead(2)?.digit, let ones = ahead(3)?.digit
        else { return nil }
        let behind = ahead(4)
        guard behind?.digit == nil, behind != .keycap else { return nil }
        if separator == .blank, behind == ShareScalar("/") || behind == ShareScalar(":") { return nil }
        return hundreds * 100 + tens * 10 + ones
    }
}
