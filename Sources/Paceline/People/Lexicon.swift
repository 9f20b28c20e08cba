/// A set of words to find in skeletons.
///
/// Matches stretched spellings (`fuuuck`), but never shortens double letters: `bob` does not match `boob`.
struct Lexicon: Sendable {
    /// The words, indexed by every byte that may stand for their first letter.
    private let words: [[[UInt8]]]
    private let tolerance: Tolerance

    /// How far a spelling may differ from a word.
    enum Tolerance: Sendable {
        /// A letter must be tripled to count as stretched: `webb` does not match `web`.
        case strict
        /// Doubled letters count as stretched, and an `l` matches an `i`: `offlciall`.
        case lenient
    }

    /// - Parameter text: lower-case words, separated by white space.
    init(_ text: String, tolerance: Tolerance = .strict) {
        var words = [[[UInt8]]](repeating: [], count: 128)
        for word in text.split(whereSeparator: \.isWhitespace).map({ $0.utf8.compactMap(Skeleton.letter) }) {
            for byte in 0..<words.count where Self.resembles(UInt8(byte), word[0], tolerance) {
                words[byte].append(word)
            }
        }
        self.words = words
        self.tolerance = tolerance
    }

    /// Whether a word matches the whole name.
    func contains(_ name: Skeleton) -> Bool {
        ends(from: 0, in: name.letters) & (1 << name.letters.count) != 0
    }

    /// The ends of all words that start at a letter: bit *i* is set when a word ends before letter *i*.
    func ends(from start: Int, in letters: [UInt8]) -> UInt64 {
        guard start < letters.count else { return 0 }
        var ends: UInt64 = 0
        for word in words[Int(letters[start])] {
            ends |= self.ends(of: word, from: start, in: letters)
        }
        return ends
    }

    private func ends(of word: [UInt8], from start: Int, in letters: [UInt8]) -> UInt64 {
        guard start + word.count <= letters.count else { return 0 }
        var (place, run) = (start, 0)
        for index in word.indices {
            guard place < letters.count, Self.resembles(letters[place], word[index], tolerance) else {
                return 0
            }
            place += 1
            run = index > 0 && word[index - 1] == word[index] ? run + 1 : 1
            let isEndOfRun = index + 1 < word.count && word[index + 1] != word[index]
            if isEndOfRun { place += stretch(after: place, run: run, in: letters) }
        }
        return (0...stretch(after: place, run: run, in: letters)).reduce(0) { $0 | 1 << UInt64(place + $1) }
    }

    /// How many letters at a place only stretch the run before it.
    private func stretch(after place: Int, run: Int, in letters: [UInt8]) -> Int {
        var more = 0
        while place + more < letters.count, letters[place + more] == letters[place - 1] { more += 1 }
        return tolerance == .lenient || run + more >= 3 ? more : 0
    }

    /// Whether a byte of a skeleton matches a word's letter.
    private static func resembles(_ byte: UInt8, _ letter: UInt8, _ tolerance: Tolerance) -> Bool {
        let (i, l) = (UInt8(ascii: "i"), UInt8(ascii: "l"))
        return byte == letter
            || byte == UInt8(ascii: "1") && (letter == i || letter == l)
            || byte == l && letter == i && tolerance == .lenient
    }
}
