import Algorithms
import Foundation
import Paceline
import PacelineDatabase

extension Transaction {
    /// The maximum number of results per page.
    static let searchPageLimit = 20

    /// People whose username or display name contains the text, best first: see ``SearchCandidate``.
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
            SearchCandidate.SortKey(bytes: try cursors.open($0, list: list, viewer: viewer.id))
        }
        let ranked = try PeopleSearch(query: query, transaction: self)
            .candidates(after: start, atLeast: limit + 1)
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
}

/// Reads the candidates of one search, each group with its own query and limit, so that no group crowds out another.
private struct PeopleSearch {
    /// Folded as in the index.
    let query: String
    let transaction: Transaction

    private static let limit = 100
    /// The maximum number of matches among the people whom the viewer follows.
    private static let followedLimit = 1_000
    /// The maximum number of friends of friends whose names are compared: most of a search's time.
    private static let friendsOfFriendsLimit = 400
    /// Up to this many candidates, it is faster to look for a friend in common with each of them.
    private static let connectionLimit = 20
    /// The minimum number of characters that are also looked for inside words. Shorter queries would match most names,
    /// and trigrams need three characters.
    private static let insideLength = 3
    /// The same among the people whom the viewer follows and their friends' friends, whose names are compared anyway.
    private static let insideLengthAmongKnown = 2

    private var connection: any Connection { transaction.connection }
    private var viewer: Viewer { transaction.viewer }

    /// The candidates after the start, best first. Friends of friends and the rest of the community are read only if
    /// the exact username and the people whom the viewer follows do not fill the page.
    func candidates(
        after start: SearchCandidate.SortKey?, atLeast count: Int
    ) throws -> [SearchCandidate] {
        func inOrder(_ candidates: [SearchCandidate]) throws -> [SearchCandidate] {
            try candidates.filter { try $0.person != viewer.id && !viewer.hidden.contains($0.person) }
                .sorted { $0.sortKey < $1.sortKey }
                // Of a person's matches, keep the best.
                .uniqued(on: \.person)
                .filter { candidate in start.map { $0 < candidate.sortKey } ?? true }
        }
        let sent = [try later(.username, withUsername), try later(.followed, amongFollowed)]
        let followed = try sent.flatMap { try $0.get() }
        let first = try inOrder(followed)
        // Children find people whom they do not follow by the exact username only.
        guard try first.count < count && !viewer.isChild else { return first }

        var queries = [try later(.prefixes, startingNames), try later(.others, startingWords)]
        if query.unicodeScalars.count >= Self.insideLength {
            queries.append(try later(.others, containingParts))
        }
        let others = try queries.map { try $0.get() }
        return try inOrder(followed + friendsOfFriends(others) + others.joined())
    }

    /// - Parameter others: the candidates among everyone, by query.
    private func friendsOfFriends(_ others: [[SearchCandidate]]) throws -> [SearchCandidate] {
        let people = Set(others.joined().map(\.person))
        // There may be matches beyond the candidates.
        if query.unicodeScalars.count < Self.insideLength || people.count > Self.connectionLimit {
            return try later(.friendsOfFriends, amongFriendsOfFriends).get()
        }
        guard !people.isEmpty else { return [] }
        let connected = Set(
            try connection.fetch(Self.peopleWithFriends(of: viewer.id, people)) { $0[0] as Person.ID })
        return others.joined().filter { connected.contains($0.person) }.map {
            $0.moved(to: .friendsOfFriends)
        }
    }

    private func later(
        _ group: SearchCandidate.Group, _ sql: SQL
    ) throws -> Deferred<[SearchCandidate]> {
        try connection.fetchAllLater(sql) { [query] in SearchCandidate($0, query: query, group: group) }
    }
}

// The queries. Each row is a person, their username and a name of the index.
extension PeopleSearch {
    private var withUsername: SQL {
        """
        SELECT person, username, name
        FROM search_names
        WHERE name = \(query) AND person = (SELECT id FROM people WHERE username = \(query))
        """
    }

    private var startingNames: SQL { get throws { try starting(query) } }

    private var startingWords: SQL { get throws { try starting(SearchIndex.word(query)) } }

    // Hidden people take no places among the candidates: the absence of another match would reveal them.

    private func starting(_ name: String) throws -> SQL {
        """
        SELECT person, username, name
        FROM search_names
        WHERE \(Self.startsName(name)) \(try SQL.isNotHidden("person", from: viewer))
        ORDER BY name, person
        LIMIT \(Self.limit)
        """
    }

    private var containingParts: SQL {
        get throws {
            """
            SELECT person, username, names
            FROM search_parts
            WHERE \(SQL.containsPart(query)) \(try SQL.isNotHidden("person", from: viewer))
            LIMIT \(Self.limit)
            """
        }
    }

    private var amongFollowed: SQL {
        matches(
            among: "SELECT followee FROM edges WHERE follower = \(viewer.id)",
            insideFrom: Self.insideLengthAmongKnown, limit: Self.followedLimit)
    }

    /// Begins with the newest friends. The CROSS JOIN keeps SQLite from starting with the friends' friends.
    private var amongFriendsOfFriends: SQL {
        get throws {
            matches(
                among: """
                    SELECT theirs.followee
                    FROM edges AS mine
                    CROSS JOIN edges AS theirs
                    WHERE mine.follower = \(viewer.id) AND mine.is_mutual = 1
                        AND theirs.follower = mine.followee AND theirs.is_mutual = 1
                        \(try SQL.isNotHidden("theirs.followee", from: viewer))
                    ORDER BY mine.created_at DESC, mine.followee DESC
                    LIMIT \(Self.friendsOfFriendsLimit)
                    """, insideFrom: Self.insideLengthAmongKnown, limit: Self.limit)
        }
    }

    /// Compares the names of these people in `search_names_by_person`, which has no usernames on SQLite.
    /// - Parameter insideLength: the minimum length of queries that match inside a word. Shorter ones match at the
    ///   start of words only.
    private func matches(among people: SQL, insideFrom insideLength: Int, limit: Int) -> SQL {
        """
        SELECT person, (SELECT username FROM people WHERE id = names.person), name
        FROM \(.searchNames(ofFollowees: people, where: matchesName(insideFrom: insideLength))) AS names
        ORDER BY person, name
        LIMIT \(limit)
        """
    }

    private func matchesName(insideFrom insideLength: Int) -> SQL {
        query.unicodeScalars.count >= insideLength
            ? SQL.contains("name", query)
            : "(\(Self.startsName(query)) OR \(Self.startsName(SearchIndex.word(query))))"
    }

    private static func startsName(_ text: String) -> SQL {
        "name >= \(text) AND name < \(text + "\u{10FFFF}")"
    }

    /// Those of the people who have a friend in common with the viewer.
    private static func peopleWithFriends(of viewer: Person.ID, _ people: Set<Person.ID>) -> SQL {
        // The CASE makes SQLite scan each candidate's friends, which are adjacent, instead of probing for each of the
        // viewer's friends.
        """
        SELECT DISTINCT follower
        FROM edges
        WHERE follower IN \(list: Array(people))
            AND is_mutual = 1
            AND CASE WHEN followee IN (
                SELECT followee FROM edges WHERE follower = \(viewer) AND is_mutual = 1
            ) THEN 1 END = 1
        """
    }
}
