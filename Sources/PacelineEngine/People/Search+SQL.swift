import Foundation
import Paceline
import PacelineDatabase

extension Connection {
    /// Puts the person's names where substrings are searched; nobody is found before having a username.
    func updateSearch(of person: Person.ID) throws {
        let name = try fetchFirst("SELECT username, name_folded FROM people WHERE id = \(person)") {
            (username: $0[0] as String?, folded: $0[1] as String)
        }
        switch dialect {
        case .sqlite:
            try execute(
                """
                DELETE FROM people_search
                WHERE rowid = (SELECT position FROM people_search_rows WHERE person = \(person))
                """)
            try execute("DELETE FROM people_search_rows WHERE person = \(person)")
        case .postgres:
            try execute("DELETE FROM people_search WHERE person = \(person)")
        }
        guard let name, let username = name.username else { return }
        // Both names in one text; the line break keeps a search from matching across them.
        try execute(
            "INSERT INTO people_search (person, name) VALUES (\(person), \(username + "\n" + name.folded))")
        if dialect == .sqlite {
            try execute(
                "INSERT INTO people_search_rows (person, position) VALUES (\(person), last_insert_rowid())")
        }
    }
}

/// Somebody whom a search may show, and how well they fit.
private struct Candidate {
    let person: Person
    let folded: String
    let isFollowed: Bool

    /// Exact, prefix, friends of friends and people followed, the rest.
    func rank(for query: String) -> Int {
        if person.username == query || folded == query { return 0 }
        if person.username.hasPrefix(query) || folded.hasPrefix(query) { return 1 }
        return isFollowed ? 2 : 3
    }
}

extension Transaction {
    /// How many matches are looked at before ranking.
    private static let candidateLimit = 500
    /// A page of search holds at most this many.
    static let searchPageLimit = 20

    /// People whose names hold the text, best first.
    func search(_ text: String, _ page: PageRequest) throws -> Page<Person> {
        let query = text.trimmingCharacters(in: .whitespacesAndNewlines).trimmingPrefix("@").description
            .foldedForSearch
        let limit = min(try limit(of: page), Self.searchPageLimit)
        guard (1...100).contains(query.count), !query.unicodeScalars.contains("\0") else {
            throw SocialError(.invalidValue, "Search for 1 to 100 characters.", field: "query")
        }
        let list = "search|\(query)"
        let start = try page.cursor.map { try cursors.open($0, list: list, viewer: viewer.id) }
        let ranked = try candidates(for: query)
            .map { (person: $0.person, key: [UInt8($0.rank(for: query))] + Array($0.person.username.utf8)) }
            .filter { candidate in start.map { $0.lexicographicallyPrecedes(candidate.key) } ?? true }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let shown = ranked.prefix(limit)
        let next =
            ranked.count > limit
            ? shown.last.map { cursors.seal($0.key, list: list, viewer: viewer.id) } : nil
        return Page(items: try presenting(shown.map(\.person), withRelationship: true), next: next)
    }

    /// Names that are or begin with the query come from indexes and are never crowded out by mere substrings.
    private func candidates(for query: String) throws -> [Candidate] {
        let end = query + "\u{10FFFF}"
        let known: SQL = """
            SELECT id FROM (SELECT id FROM people
                WHERE username >= \(query) AND username < \(end) ORDER BY username LIMIT 100)
            UNION
            SELECT id FROM (SELECT id FROM people
                WHERE name_folded >= \(query) AND name_folded < \(end) ORDER BY name_folded, id LIMIT 100)
            """
        let rest: SQL = query.count < 3 ? .empty : "UNION SELECT person FROM (\(Self.holding(query)))"
        return try connection.fetch(
            """
            SELECT \(SQL.personColumns), people.name_folded,
                EXISTS (SELECT 1 FROM edges WHERE follower = \(viewer.id) AND followee = people.id)
            FROM (\(known) \(rest)) AS found
            JOIN people ON people.id = found.id
            WHERE people.username IS NOT NULL
                AND people.privacy_level <> 'private'
                AND people.id <> \(viewer.id)
                \(SQL.isNotHidden("people.id", from: viewer))
            """
        ) {
            Candidate(
                person: Person($0), folded: $0[SQL.personColumnCount],
                isFollowed: $0[SQL.personColumnCount + 1])
        }
    }

    private static func holding(_ query: String) -> SQL {
        let phrase = "\"" + query.replacing("\"", with: "\"\"") + "\""
        let pattern =
            "%" + query.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
            + "%"
        return .forDialect(
            sqlite:
                "SELECT person FROM people_search WHERE people_search MATCH \(phrase) LIMIT \(candidateLimit)",
            postgres: "SELECT person FROM people_search WHERE name LIKE \(pattern) LIMIT \(candidateLimit)")
    }
}
