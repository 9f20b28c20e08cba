import Algorithms
import Foundation
import Paceline
import PacelineDatabase

/// A person whom a search may return.
private struct Candidate {
    let person: Person.ID
    let username: String
    var match: Match

    /// The quality of a match, best first.
    enum Match: UInt8 {
        case exact, prefix
        /// A substring match of a person whom the viewer follows, or of a friend's friend.
        case connected
        /// Any other substring match.
        case other
    }

    /// - Parameter row: person, username, and the matching names, one per line.
    init(_ row: Row, query: String) {
        person = row[0]
        username = row[1]
        var match = Match.other
        for name in (row[2] as String).utf8.split(separator: UInt8(ascii: "\n"))
        where match != .exact && name.starts(with: query.utf8) {
            match = name.count == query.utf8.count ? .exact : .prefix
        }
        self.match = match
    }

    /// Orders candidates by match, then by username.
    var sortKey: SortKey { SortKey(match: match.rawValue, username: username) }

    struct SortKey: Comparable {
        let match: UInt8
        let username: String

        static func < (left: SortKey, right: SortKey) -> Bool {
            (left.match, left.username) < (right.match, right.username)
        }
    }
}

extension Candidate.SortKey {
    init?(bytes: [UInt8]) {
        guard let match = bytes.first else { return nil }
        self.init(match: match, username: String(decoding: bytes.dropFirst(), as: UTF8.self))
    }

    var bytes: [UInt8] { [match] + Array(username.utf8) }
}

extension Transaction {
    /// The number of matches that are read before ranking. Separate limits keep substring matches from crowding out
    /// prefixes.
    private static let candidateLimits = (prefixes: 100, parts: 100)
    /// The number of substring matches that are checked for common friends.
    private static let connectionCheckLimit = 20
    /// The maximum number of results per page.
    static let searchPageLimit = 20

    /// People whose username or display name contains the text, best match first.
    /// - Throws: ``SocialError/Code/invalidValue`` unless the text has 1 to 100 characters.
    func search(_ text: String, _ page: PageRequest) throws -> Page<Person> {
        let query = text.trimmingCharacters(in: .whitespacesAndNewlines).trimmingPrefix("@").description
            .foldedForSearch
        let limit = min(try limit(of: page), Self.searchPageLimit)
        guard (1...100).contains(query.count), !query.unicodeScalars.contains("\0"), !query.contains("\n")
        else {
            throw SocialError(.invalidValue, "Search for 1 to 100 characters.", field: "query")
        }
        let list = "search|\(query)"
        let start = try page.cursor.flatMap {
            Candidate.SortKey(bytes: try cursors.open($0, list: list, viewer: viewer.id))
        }
        let ranked = try ranked(try candidates(for: query), after: start, atLeast: limit + 1)
        let shown = ranked.prefix(limit)
        let next =
            ranked.count > limit
            ? shown.last.map { cursors.seal($0.sortKey.bytes, list: list, viewer: viewer.id) } : nil
        let people = try connection.fetch(
            "SELECT \(Person.columns) FROM people WHERE id IN \(list: shown.map(\.person))"
        ) { Person(&$0) }
        let cards = try presenting(people, withRelationship: true).keyed(by: \.id)
        return Page(items: shown.compactMap { cards[$0.person] }, next: next)
    }

    /// The candidates after the start, best first. Connections are checked only if exact and prefix matches do not fill
    /// the page.
    private func ranked(
        _ candidates: [Candidate], after start: Candidate.SortKey?, atLeast count: Int
    ) throws -> [Candidate] {
        func inOrder(_ candidates: [Candidate]) -> [Candidate] {
            candidates.filter { candidate in start.map { $0 < candidate.sortKey } ?? true }
                .sorted { $0.sortKey < $1.sortKey }
        }
        let matching = inOrder(candidates.filter { $0.match != .other })
        guard matching.count < count else { return matching }
        let connected = try connected(candidates.filter { $0.match == .other }.map(\.person))
        return inOrder(
            candidates.map { candidate in
                var candidate = candidate
                if candidate.match == .other, connected.contains(candidate.person) {
                    candidate.match = .connected
                }
                return candidate
            })
    }

    private func candidates(for query: String) throws -> [Candidate] {
        let end = query + "\u{10FFFF}"
        let prefixes = try connection.fetch(
            """
            SELECT person, username, name
            FROM search_names
            WHERE name >= \(query) AND name < \(end)
            ORDER BY name, person
            LIMIT \(Self.candidateLimits.prefixes)
            """
        ) { Candidate($0, query: query) }
        // Trigrams need three characters.
        let parts =
            query.unicodeScalars.count < 3
            ? [] : try connection.fetch(Self.substringMatches(query)) { Candidate($0, query: query) }
        return try (prefixes + parts)
            .filter { try $0.person != viewer.id && !viewer.hidden.contains($0.person) }
            // Of a person's matches, keep the best.
            .sorted { $0.match.rawValue < $1.match.rawValue }
            .uniqued(on: \.person)
    }

    private static func substringMatches(_ query: String) -> SQL {
        """
        SELECT person, username, names
        FROM search_parts
        WHERE \(SQL.containsPart(query))
        LIMIT \(candidateLimits.parts)
        """
    }

    /// The people whom the viewer follows, and those among the first few who have a friend in common with the viewer.
    private func connected(_ people: [Person.ID]) throws -> Set<Person.ID> {
        guard !people.isEmpty else { return [] }
        let followees = try connection.fetch("SELECT followee FROM edges WHERE follower = \(viewer.id)") {
            $0[0] as Person.ID
        }
        // The CASE makes SQLite scan each candidate's friends, which are adjacent, instead of probing for each of the
        // viewer's friends.
        let friendsOfFriends = try connection.fetch(
            """
            SELECT DISTINCT follower
            FROM edges
            WHERE follower IN \(list: people.prefix(Self.connectionCheckLimit))
                AND is_mutual = 1
                AND CASE WHEN followee IN (
                    SELECT followee FROM edges WHERE follower = \(viewer.id) AND is_mutual = 1
                ) THEN 1 END = 1
            """
        ) { $0[0] as Person.ID }
        return Set(followees).union(friendsOfFriends)
    }
}
