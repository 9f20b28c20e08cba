/// One attempt to read a pattern of a game at one place of a text.
///
/// Every piece looks at a bounded number of scalars, so that reading a whole text takes a time that grows with its
/// length and no faster, whatever it holds.
struct ShareScan {
    let text: [ShareScalar]
    let game: Game
    /// Where the pattern begins.
    let start: Int
    /// The next scalar to be read.
    var position: Int
    var found = ShareMatch()

    init(text: [ShareScalar], game: Game, start: Int) {
        self.text = text
        self.game = game
        self.start = start
        position = start
    }
}

/// What a scan has found so far.
struct ShareMatch {
    var puzzle: Int?
    var printedDay: Day?
    var score: Int?
    var isLimited = false
    var isLost = false
    var isHardMode: Bool?
    /// Squares that must be as many as the score says.
    var tally: Int?
    var details = ShareDetails()
}

extension ShareScan {
    /// The scalar to be read; nil at the end of the text.
    var next: ShareScalar? { position < text.count ? text[position] : nil }

    /// The scalar so many places behind the one to be read.
    func ahead(_ count: Int) -> ShareScalar? { position + count < text.count ? text[position + count] : nil }

    /// Reads on while the scalars are of a kind.
    /// - Returns: how many were read, at most the limit.
    @discardableResult
    mutating func skip(_ limit: Int, while isWanted: (ShareScalar) -> Bool) -> Int {
        let start = position
        while position - start < limit, let next, isWanted(next) { position += 1 }
        return position - start
    }

    @discardableResult
    mutating func skipBlanks() -> Int { skip(Self.maxLineLength) { $0 == .blank } }

    /// Longer lines than this are talk.
    static let maxLineLength = 120

    /// Goes to the first thing on the next line that is not blank, over pictures and punctuation, blank lines and the
    /// marks with which mail and chats quote.
    /// - Parameter blankLines: how many of them may lie between.
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

    /// Blanks and quotation marks at the beginning of a line.
    mutating func skipMargin() { skip(8) { $0 == .blank || $0 == ShareScalar(">") } }

    /// A whole number of up to seven digits.
    mutating func number() -> Int? {
        var (value, digits) = (0, 0)
        while let digit = next?.digit {
            guard digits < 7 else { return nil }
            (value, digits) = (value * 10 + digit, digits + 1)
            position += 1
        }
        return digits > 0 && next != .keycap ? value : nil
    }

    /// A whole number whose digits may be parted by threes: `1,234`, `1.234`, `1’234`, `1 234`.
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

    /// The separator and the three digits that come next, unless they belong to something else.
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
