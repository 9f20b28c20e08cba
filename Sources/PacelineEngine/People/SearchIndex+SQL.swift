import Paceline
import PacelineDatabase

/// The form of the names in `search_names`.
///
/// A person has a row for the username, one for the folded display name, and one for each later word of either: the
/// name from that word on. Search thereby finds the start of every word with one range of the index, however short the
/// query. Chinese characters, between which names have no spaces, count as words: 太郎 finds 山田太郎.
enum SearchIndex {
    /// The row of a later word. The line break, which neither names nor queries contain, keeps words apart from names.
    static func word(_ text: String) -> String { "\n" + text }

    static func isWord(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "\n") }

    /// The parts of a name that start at the second word, the third and so on.
    static func laterWords(of name: Substring) -> [Substring] {
        var words: [Substring] = []
        var wasInWord = true
        for index in name.unicodeScalars.indices {
            let scalar = name.unicodeScalars[index]
            let isInWord = isInWord(scalar)
            let isStart = isInWord && !wasInWord || isIdeograph(scalar) && index > name.startIndex
            if isStart { words.append(name[index...]) }
            wasInWord = isInWord
        }
        return words
    }

    /// The unified ideographs of Chinese, Japanese and Korean, with their extensions and compatibility forms.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// Anything but ASCII and general punctuation is taken for a letter: a search compares hundreds of names, and
    /// looking up Unicode properties would dominate its cost.
    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0...0xBF, 0x2000...0x200A, 0x2010...0x206F, 0x3000...0x3003: false
        default: true
        }
    }
}

extension Connection {
    /// Updates the person's entries in the search index. People without a username or a birth date, or with a private
    /// profile, have none.
    func updateSearch(of person: Person.ID) throws {
        try removeFromSearch(person)
        let names = try fetchFirst(
            """
            SELECT username, name_folded
            FROM people
            WHERE id = \(person) AND username IS NOT NULL AND privacy_level <> 'private' AND \(SQL.hasKnownAge)
            """
        ) { (username: $0[0] as String, folded: $0[1] as String) }
        guard let names else { return }
        let whole = [names.username, names.folded]
        let words = whole.flatMap { name in
            SearchIndex.laterWords(of: name[...]).map { SearchIndex.word(String($0)) }
        }
        for name in Set(whole + words) {
            try send(
                "INSERT INTO search_names (name, person, username) VALUES (\(name), \(person), \(names.username))"
            )
        }
        // The line break keeps matches from spanning both names.
        let both = names.username + "\n" + names.folded
        try insertSearchParts(both, of: person, username: names.username)
    }

    private func removeFromSearch(_ person: Person.ID) throws {
        try send("DELETE FROM search_names WHERE person = \(person)")
        try deleteSearchParts(of: person)
    }
}
