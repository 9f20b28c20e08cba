import Paceline
import PacelineDatabase

/// A person whom a search may return.
struct SearchCandidate {
    let person: Person.ID
    let username: String
    private let match: Match
    private let group: Group

    /// The groups of a list of results, in their order. Within a group, better matches come first.
    enum Group: UInt8 {
        /// The person who has the searched username.
        case username
        /// Friends and other people whom the viewer follows.
        case followed
        case friendsOfFriends
        /// People whose username or display name starts with the query.
        case prefixes
        case others
    }

    /// How a name matches, best first.
    private enum Match: UInt8 {
        case exact, prefix
        /// The start of a later word.
        case word
        case inside
    }

    /// - Parameter row: person, username, and a name of `search_names` or the lines of `search_parts`.
    init(_ row: Row, query: String, group: Group) {
        person = row[0]
        username = row[1]
        match = Self.match(of: query, in: row[2])
        self.group = group
    }

    private init(_ other: SearchCandidate, in group: Group) {
        person = other.person
        username = other.username
        match = other.match
        self.group = group
    }

    func moved(to group: Group) -> SearchCandidate { SearchCandidate(self, in: group) }

    private static func match(of query: String, in names: String) -> Match {
        if SearchIndex.isWord(names) {
            return names.utf8.dropFirst().starts(with: query.utf8) ? .word : .inside
        }
        return names.utf8.split(separator: UInt8(ascii: "\n")).map { match(of: query, inOne: $0) }
            .min { $0.rawValue < $1.rawValue } ?? .inside
    }

    private static func match(of query: String, inOne name: Substring.UTF8View) -> Match {
        guard !name.starts(with: query.utf8) else {
            return name.count == query.utf8.count ? .exact : .prefix
        }
        let words = SearchIndex.laterWords(of: Substring(name))
        return words.contains { $0.utf8.starts(with: query.utf8) } ? .word : .inside
    }
}

extension SearchCandidate {
    /// Orders candidates by group, then by match, then by username.
    var sortKey: SortKey { SortKey(rank: group.rawValue << 2 | match.rawValue, username: username) }

    struct SortKey: Comparable {
        let rank: UInt8
        let username: String

        init(rank: UInt8, username: String) {
            self.rank = rank
            self.username = username
        }

        /// Reads a cursor.
        init?(bytes: [UInt8]) {
            guard let rank = bytes.first else { return nil }
            self.init(rank: rank, username: String(decoding: bytes.dropFirst(), as: UTF8.self))
        }

        var bytes: [UInt8] { [rank] + Array(username.utf8) }

        static func < (left: SortKey, right: SortKey) -> Bool {
            (left.rank, left.username) < (right.rank, right.username)
        }
    }
}
