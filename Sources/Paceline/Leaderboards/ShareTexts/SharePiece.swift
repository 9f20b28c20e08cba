/// One element of a ``SharePattern``.
enum SharePiece: Sendable, Hashable {
    /// One scalar, in lower case.
    case literal(ShareScalar)
    case blanks
    case lineBreak
    /// `[…]`: optional.
    case optional([SharePiece])

    /// `{puzzle}`: the puzzle number, optionally after `#`, `Nr.`, `n.` or `第`, with or without thousands separators.
    case puzzle
    /// `{date:…}`: a date in the given style.
    case date(ShareDateStyle)
    /// `{score}`: a number, or an X before a slash for an unsolved puzzle.
    case score
    /// `{maximum}`: the game's maximum, as printed.
    case maximum
    /// `{hard}`: an asterisk or nothing.
    case hard
    /// `{time}`: `M:SS` or `H:MM:SS`.
    case time
    /// `{lost}`: matches nothing and marks the puzzle as unsolved.
    case lost
    /// `{count}`, `{guesses}`, `{hints}`, `{percent}`: a number.
    case number(ShareNumber)
    /// `{rank}`, `{difficulty}`: one of a few words.
    case word(ShareWord)
    /// `{theme}`: a quotation that ends the line.
    case theme
    /// `{archive}`: the New York Times' mark for an old puzzle.
    case archive

    /// `{gap}`: spaces and line breaks.
    case gap
    /// `{words}`: up to 40 characters without digits, on one line.
    case words
    /// `{line}`: the rest of the line.
    case line
    /// `{picture}`: one emoji.
    case picture
    /// `{marks}`: emoji and spaces, on one line.
    case marks
    /// `{end}`: no more letters or digits on the line.
    case end

    /// `{grid}`, `{grid:5}`: the rows below, of the given width. Without rows, the match must fill its line: a result
    /// in the middle of a sentence does not count.
    case grid(width: Int?)
    /// `{rows:5}`: as many rows below as the score.
    case rows(width: Int)
    /// `{groups}`: the rows of Connections; the score is the number of mistakes.
    case groups
    /// `{bulbs}`: the board of Strands; the score is the number of hints.
    case bulbs
    /// `{boards:4}`: the guesses for that many boards. If the text prints no score, it is their maximum in games with
    /// limited attempts, otherwise their sum.
    case boards(count: Int)
    /// `{track:6}`: one row of guesses; the score is the position of the green square, and a full row without one is a
    /// failure.
    case track(length: Int)
    /// `{tally}`: as many squares as the score that follows.
    case tally
    /// `{clues}`: numbered clues with percentages, up to the score; a pin marks the solution.
    case clues
    /// `{flawless}`: whether the rest of the line calls the solution flawless.
    case flawless
    /// `{backtracks}`: the number before a stop sign on this line or the next.
    case backtracks

    /// Whether the piece can determine a result.
    var yieldsResult: Bool {
        switch self {
        case .score, .time, .lost, .word(.rank), .groups, .bulbs, .boards, .track: true
        case .optional: false
        default: false
        }
    }
}

/// A number in a share text other than the score.
enum ShareNumber: String, Sendable {
    case count, guesses, hints, percent
}

/// A word in a share text from a fixed set.
enum ShareWord: String, Sendable {
    case rank, difficulty

    /// Longer words first, since `Good Start` starts with `Good`.
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

/// The format of a date in a share text.
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
