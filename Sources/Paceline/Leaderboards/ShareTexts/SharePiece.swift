/// What one place of a ``SharePattern`` reads.
enum SharePiece: Sendable, Hashable {
    /// One scalar, folded.
    case literal(ShareScalar)
    case blanks
    case lineBreak
    /// `[…]`: may be missing.
    case optional([SharePiece])

    /// `{puzzle}`: the number of the puzzle, behind `#`, `Nr.`, `n.`, `第` or nothing, its digits parted or not.
    case puzzle
    /// `{date:…}`: the day, written so.
    case date(ShareDateStyle)
    /// `{score}`: a number, or before a slash an X for a puzzle not solved.
    case score
    /// `{maximum}`: the game's maximum, as printed.
    case maximum
    /// `{hard}`: an asterisk or nothing.
    case hard
    /// `{time}`: minutes and seconds, or hours before them.
    case time
    /// `{lost}`: nothing in the text; says that the puzzle was not solved.
    case lost
    /// `{count}`, `{guesses}`, `{hints}`, `{percent}`: a number.
    case number(ShareNumber)
    /// `{rank}`, `{difficulty}`: one of a few words.
    case word(ShareWord)
    /// `{theme}`: what stands in quotation marks until the end of the line.
    case theme
    /// `{archive}`: the word with which the New York Times marks an old puzzle.
    case archive

    /// `{gap}`: blanks, and line breaks or none.
    case gap
    /// `{words}`: up to 40 characters of a line, without digits.
    case words
    /// `{line}`: what is left of a line.
    case line
    /// `{picture}`: one emoji.
    case picture
    /// `{marks}`: pictures and blanks of a line.
    case marks
    /// `{end}`: nothing with letters or digits until the end of the line.
    case end

    /// `{grid}`, `{grid:5}`: the rows below, of that width. Without rows the pattern must fill a line of its own: a
    /// result within a sentence is talk.
    case grid(width: Int?)
    /// `{rows:5}`: as many rows below as the score says.
    case rows(width: Int)
    /// `{groups}`: the rows of Connections, of which the score is the mistakes.
    case groups
    /// `{bulbs}`: the board of Strands, of which the score is the hints.
    case bulbs
    /// `{boards:4}`: the guesses of so many boards. The score, where none is printed, is the largest of them in a
    /// game of limited attempts, and otherwise their sum.
    case boards(count: Int)
    /// `{track:6}`: one row that ends with success in green or after so many guesses.
    case track(length: Int)
    /// `{tally}`: as many squares as the score behind them says.
    case tally
    /// `{clues}`: numbered clues with their percentages, up to the score; solved with a pin.
    case clues
    /// `{flawless}`: whether what follows on the line says that nothing went wrong.
    case flawless
    /// `{backtracks}`: the number before a stop sign on this line or the next.
    case backtracks

    /// Whether it can tell how the puzzle went.
    var yieldsResult: Bool {
        switch self {
        case .score, .time, .lost, .word(.rank), .groups, .bulbs, .boards, .track: true
        case .optional: false
        default: false
        }
    }
}

/// A number that a share text tells besides the score.
enum ShareNumber: String, Sendable {
    case count, guesses, hints, percent
}

/// A word that a share text chooses from a few.
enum ShareWord: String, Sendable {
    case rank, difficulty

    /// The longer ones first, since `Good` begins `Good Start`.
    var choices: [String] {
        switch self {
        case .difficulty: ["Easy", "Medium", "Hard"]
        case .rank:
            [
                "Beginner", "Good Start", "Moving Up", "Good", "Solid", "Nice", "Great", "Amazing", "Genius",
                "Queen Bee",
            ]
        }
    }
}

/// How a share text writes a day.
enum ShareDateStyle: String, Sendable {
    /// `21.11.2026`, `21/11/2026`.
    case dmy
    /// `11/21/2026`.
    case mdy
    /// `2026-11-21`.
    case ymd
    /// `November 21, 2026`, `Nov 21, 2026`.
    case named
}
