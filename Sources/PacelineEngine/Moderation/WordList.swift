import Foundation

/// Words that texts are rated by, each with a severity from 1 to 4.
///
/// Finds words in any case, with accents, look-alikes, digits for letters (`5h1t`), stretched letters (`fuuuck`) or
/// invisible characters, and in single letters (`f u c k`), but never inside other words, except for stems.
///
/// ```swift
/// let words = try WordList(parsing: "3 darn\n4 foul*")
/// words.severity(of: "D4RN it!")          // 3
/// words.masked("D4RN it!", from: 3)       // "•••• it!"
/// ```
package struct WordList: Sendable {
    /// The severities of texts: 0 for harmless ones, 4 for those that wait.
    package static let severities = 0...4

    /// A line that is not `SEVERITY WORD`.
    package struct Malformed: Error, Equatable {
        package let line: Int
    }

    private struct Entry: Sendable {
        /// How often each letter follows itself; a text may stretch the letters, but not shorten them.
        let runs: [UInt8]
        let severity: Int
        let isStem: Bool

        func matches(_ word: Word, isWhole: Bool) -> Bool {
            guard isWhole || isStem, runs.count <= word.runs.count else { return false }
            return runs.indices.allSatisfy { index in
                let (listed, found) = (runs[index], word.runs[index])
                // `bob` is not `boob`: a letter counts as stretched from three on. A stem's last letter may be doubled.
                return found == listed || found > listed && (found >= 3 || isStem && index == runs.count - 1)
            }
        }
    }

    /// By the hash of the letters without repetitions.
    private var entries: [UInt64: [Entry]] = [:]
    /// Bit *n* is set if a stem has *n* letters without repetitions, so that other prefixes are not looked up.
    private var stemLengths: UInt64 = 0
    /// Differs for other lists, so that texts are rated again when the list has changed.
    package private(set) var fingerprint: String

    /// - Parameter text: one entry a line, `SEVERITY WORD`; a word that ends in `*` also matches as a beginning. Empty
    ///   lines and what follows `#` are skipped. Of two entries for a word the later one counts; severity 0 removes it.
    /// - Throws: ``Malformed`` with the number of the first wrong line.
    package init(parsing text: String) throws(Malformed) {
        fingerprint = ""
        try add(text)
    }

    /// The list with the entries of another one, which take precedence.
    package func adding(_ text: String) throws(Malformed) -> WordList {
        var list = self
        try list.add(text)
        return list
    }

    private mutating func add(_ text: String) throws(Malformed) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let fields = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard !fields.isEmpty else { continue }
            guard fields.count == 2, let severity = Int(fields[0]), Self.severities.contains(severity) else {
                throw Malformed(line: index + 1)
            }
            let isStem = fields[1].last == "*"
            var word = Word()
            for scalar in (isStem ? fields[1].dropLast() : fields[1]).unicodeScalars { word.append(scalar) }
            guard word.hasLetters, word.runs.count < UInt64.bitWidth else {
                throw Malformed(line: index + 1)
            }
            add(word, severity, isStem: isStem)
        }
        fingerprint = String(FNV.hash(fingerprint.utf8, then: text.utf8), radix: 36)
    }

    private mutating func add(_ word: Word, _ severity: Int, isStem: Bool) {
        var others = (entries[word.hash] ?? []).filter { $0.runs != word.runs || $0.isStem != isStem }
        if severity > 0 { others.append(Entry(runs: word.runs, severity: severity, isStem: isStem)) }
        entries[word.hash] = others.isEmpty ? nil : others
        if isStem, severity > 0 { stemLengths |= 1 << UInt64(word.runs.count) }
    }

    /// The list that every community starts with.
    package static let builtIn: WordList = {
        let text = String(decoding: Data(base64Encoded: builtInText) ?? Data(), as: UTF8.self)
        do throws(Malformed) {
            return try WordList(parsing: text)
        } catch {
            preconditionFailure("Line \(error.line) of the built-in word list is malformed.")
        }
    }()
}

// MARK: - Texts

extension WordList {
    /// The highest severity of the words in a text; 0 without any.
    package func severity(of text: String) -> Int { matches(in: text).map(\.severity).max() ?? 0 }

    /// The text with a dot for each character of words of at least this severity.
    /// - Parameter hidesLinks: whether to put dots in the place of links, too.
    package func masked(_ text: String, from least: Int, hidesLinks: Bool = false) -> String {
        let links = hidesLinks ? Link.places(in: text) : []
        let words = matches(in: text).filter { $0.severity >= least }.map(\.place)
            .filter { word in !links.contains { $0.overlaps(word) } }
        var masks = links.map { (place: $0, length: 3) }
        for word in words { masks.append((place: word, length: text[word].count)) }
        var (masked, rest) = ("", text[...])
        for (place, length) in masks.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
            masked += rest[..<place.lowerBound]
            masked += String(repeating: "•", count: length)
            rest = text[place.upperBound...]
        }
        masked += rest
        return masked
    }

    /// The words of the list in a text, in order, with their places, which do not overlap. One pass, with a look-up for
    /// each word and for each of its beginnings that is as long as a stem.
    private func matches(in text: String) -> [(place: Range<String.Index>, severity: Int)] {
        let scalars = text.unicodeScalars
        var matches: [(place: Range<String.Index>, severity: Int)] = []
        var (word, wordStart) = (Word(), text.startIndex)
        // Single letters in a row, which may spell a word.
        var (spelled, spelledStart, spelledEnd) = (Word(), text.startIndex, text.startIndex)
        var separators = 0
        func endSpelling() {
            if spelled.letterCount > 2, let severity = severity(of: spelled) {
                matches.append((spelledStart..<spelledEnd, severity))
            }
            spelled.clear()
        }
        func endWord(at end: String.Index) {
            guard word.letterCount > 0 else { return }
            if word.letterCount == 1, word.hasLetters {
                if spelled.letterCount == 0 { spelledStart = wordStart }
                spelled.append(scalars[wordStart])
                spelledEnd = end
            } else {
                endSpelling()
                if let severity = severity(of: word) { matches.append((wordStart..<end, severity)) }
            }
            word.clear()
        }
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            // An exclamation mark is a letter only inside a word.
            let mayBeLetter =
                scalar != "!"
                || word.letterCount > 0 && next < scalars.endIndex && Letter.isCertain(scalars[next])
            if mayBeLetter, Letter.of(scalar) != Letter.none {
                if word.letterCount == 0 {
                    if separators > 1 { endSpelling() }
                    (wordStart, separators) = (index, 0)
                }
                word.append(scalar)
            } else if !scalar.isInvisible {
                endWord(at: index)
                separators += 1
            }
            index = next
        }
        endWord(at: scalars.endIndex)
        endSpelling()
        return matches
    }

    private func severity(of word: Word) -> Int? {
        guard word.hasLetters else { return nil }
        var found = (entries[word.hash] ?? []).filter { $0.matches(word, isWhole: true) }.map(\.severity)
        if stemLengths != 0 {
            for (index, hash) in word.prefixes.enumerated()
            where index < UInt64.bitWidth - 1 && stemLengths & (1 << UInt64(index + 1)) != 0 {
                found += (entries[hash] ?? []).filter { $0.matches(word, isWhole: false) }.map(\.severity)
            }
        }
        return found.max()
    }
}

// MARK: - Words

/// A word as it is compared: its letters without repetitions, as a hash of each beginning, and the length of each run.
private struct Word {
    private(set) var runs: [UInt8] = []
    /// The hashes of the first letter, the first two, and so on.
    private(set) var prefixes: [UInt64] = []
    private(set) var letterCount = 0
    /// Whether not all of it is digits and signs: `455` is a number.
    private(set) var hasLetters = false
    private var previous = Letter.none

    var hash: UInt64 { prefixes.last ?? FNV.start }

    mutating func append(_ scalar: Unicode.Scalar) {
        let letter = Letter.of(scalar)
        guard letter != Letter.none else { return }
        letterCount += 1
        if Letter.isCertain(scalar) { hasLetters = true }
        // ß is two letters.
        let length: UInt8 = scalar == "ß" ? 2 : 1
        if letter == previous {
            let (sum, overflows) = runs[runs.count - 1].addingReportingOverflow(length)
            runs[runs.count - 1] = overflows ? .max : sum
        } else {
            runs.append(length)
            prefixes.append(FNV.hash(hash, then: UInt64(letter)))
            previous = letter
        }
    }

    mutating func clear() {
        runs.removeAll(keepingCapacity: true)
        prefixes.removeAll(keepingCapacity: true)
        (letterCount, hasLetters, previous) = (0, false, Letter.none)
    }
}

/// The FNV-1a hash.
private enum FNV {
    static let start: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    static func hash(_ hash: UInt64, then value: UInt64) -> UInt64 { (hash ^ value) &* prime }

    static func hash(_ bytes: String.UTF8View, then more: String.UTF8View) -> UInt64 {
        let first = bytes.reduce(start) { hash($0, then: UInt64($1)) }
        return more.reduce(first) { hash($0, then: UInt64($1)) }
    }
}
