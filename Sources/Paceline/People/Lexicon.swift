/// Words that are looked for in skeletons.
///
/// A word is also found stretched (`fuuuck`), but never with a doubled letter of its own made single: `bob` is not
/// `boob`.
struct Lexicon: Sendable {
    /// The words by what a skeleton may hold in the place of their first letter.
    private let words: [[[UInt8]]]
    private let tolerance: Tolerance

    /// How far a skeleton may be from a word.
    enum Tolerance: Sendable {
        /// Three and more of a letter stretch it; two are a spelling of its own: `webb` is not `web`.
        case strict
        /// Two of a letter stretch it too, and an `l` may be an `i`: `offlciall`.
        case lenient
    }

    /// - Parameter text: lower-case words, divided by white space.
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

    /// Whether the whole name is one of the words.
    func contains(_ name: Skeleton) -> Bool {
        ends(from: 0, in: name.letters) & (1 << name.letters.count) != 0
    }

    /// Where the words that begin at a letter end: bit *i* is set when one ends before letter *i*.
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

    /// How many letters only stretch the run that ends before the place.
    private func stretch(after place: Int, run: Int, in letters: [UInt8]) -> Int {
        var more = 0
        while place + more < letters.count, letters[place + more] == letters[place - 1] { more += 1 }
        return tolerance == .lenient || run + more >= 3 ? more : 0
    }

    /// Whether what a skeleton holds may be read as the word's letter.
    private static func resembles(_ byte: UInt8, _ letter: UInt8, _ tolerance: Tolerance) -> Bool {
        let (i, l) = (UInt8(ascii: "i"), UInt8(ascii: "l"))
        return byte == letter
            || byte == UInt8(ascii: "1") && (letter == i || letter == l)
            || byte == l && letter == i && tolerance == .lenient
    }
}
