import Foundation
import Paceline
import PacelineDatabase

/// A person whom the viewer may know.
public struct Suggestion: Sendable {
    public let person: Person
    /// Nil for a person who is suggested only because they were active lately.
    public let reason: Reason?

    public enum Reason: Sendable, Equatable {
        case friendsInCommon(Int)
        case sameSport

        /// - Parameter score: the score of a person whose friend code the viewer did not send.
        fileprivate init?(score: Int) {
            if score >= 10 {
                self = .friendsInCommon(score / 10)
            } else if score >= 5 {
                self = .sameSport
            } else {
                return nil
            }
        }
    }
}

extension Transaction {
    /// The maximum number of candidates from each source.
    private static let suggestionPool = 200

    /// People whom the viewer may know: contacts first, then by common friends, sport and activity.
    ///
    /// The whole list is computed for each page, so that a person found in several ways appears once.
    func suggestions(codes: [String], _ page: PageRequest) throws -> Page<Person> {
        let limit = try limit(of: page)
        guard codes.count <= FriendCode.maxPerRequest else { throw SocialError.tooManyFriendCodes }
        let codes = codes.compactMap(FriendCode.init).map(\.description)
        let list = "suggestions|\(codes.joined(separator: ","))"
        let start = try start(of: page, in: list)
        let rows = try ranked(codes).filter { row in
            start.map { (Int64(row.score), row.person.id.uuid.uuidString) < ($0.at, $0.id.uuidString) }
                ?? true
        }
        let found = self.page(of: Array(rows.prefix(limit + 1)), limit, in: list) {
            Position(at: Date(milliseconds: Int64($0.score)), id: $0.person.id.uuid)
        }
        return Page(
            items: try presenting(found.items.map(\.person), withRelationship: true), next: found.next)
    }

    /// The people whom the viewer most likely knows, each with the reason.
    func suggestions(limit: Int) throws -> [Suggestion] {
        let best = try ranked([]).prefix(limit)
        let people = try presenting(best.map(\.person), withRelationship: true)
        return zip(people, best).map { Suggestion(person: $0, reason: Suggestion.Reason(score: $1.score)) }
    }

    /// The best first.
    private func ranked(_ codes: [String]) throws -> [(person: Person, score: Int)] {
        try scored(codes).sorted {
            ($0.score, $0.person.id.uuid.uuidString) > ($1.score, $1.person.id.uuid.uuidString)
        }
    }

    /// A contact scores 1,000, each common friend 10, a common sport 5, and having public workouts 1.
    ///
    /// Adults get suggestions from all sources, minors and people of unknown age contacts and friends of friends.
    /// Children get contacts only: they can ask no one else, and read no names of people whom they do not know.
    private func scored(_ codes: [String]) throws -> [(person: Person, score: Int)] {
        let me = viewer.id
        let inCommon: SQL = """
            SELECT theirs.followee AS id, COUNT(*) AS friends
            FROM edges AS mine
            JOIN edges AS theirs ON theirs.follower = mine.followee AND theirs.is_mutual = 1
            WHERE mine.follower = \(me) AND mine.is_mutual = 1
                \(try SQL.isNotHidden("mine.followee", from: viewer))
                \(try SQL.isNotHidden("theirs.followee", from: viewer))
            GROUP BY theirs.followee
            ORDER BY friends DESC, theirs.followee
            LIMIT \(Self.suggestionPool)
            """
        let active: SQL = """
            SELECT id, 0 AS friends
            FROM people
            WHERE privacy_level = 'public' AND \(SQL.hasKnownAge) \(try SQL.isNotHidden("id", from: viewer))
            ORDER BY active_at DESC, id
            LIMIT \(Self.suggestionPool)
            """
        let owners: SQL = """
            SELECT id FROM people WHERE friend_code IN \(list: codes)
            UNION
            SELECT person FROM card_codes WHERE code IN \(list: codes)
            """
        var sources: [SQL] = ["SELECT id, 0 AS friends FROM (\(owners)) AS owners"]
        if try !viewer.isChild { sources.append("SELECT * FROM (\(inCommon)) AS in_common") }
        if try viewer.isAdult { sources.append("SELECT * FROM (\(active)) AS active") }
        return try connection.fetch(
            """
            SELECT \(Person.columns),
                10 * MAX(found.friends)
                + CASE WHEN people.id IN (\(owners)) THEN 1000 ELSE 0 END
                + CASE WHEN EXISTS (
                    SELECT 1 FROM stats_types AS theirs
                    JOIN stats_types AS mine ON mine.type = theirs.type AND mine.person = \(me) AND mine.reach = 0
                    WHERE theirs.person = people.id AND theirs.reach = 3) THEN 5 ELSE 0 END
                + CASE WHEN EXISTS (
                    SELECT 1 FROM stats WHERE person = people.id AND reach = 3 AND workouts > 0) THEN 1 ELSE 0 END
            FROM (\(sources.joined(separator: " UNION ALL "))) AS found
            JOIN people ON people.id = found.id
            WHERE people.username IS NOT NULL
                AND people.privacy_level <> 'private'
                AND \(SQL.hasKnownAge)
                AND people.id <> \(me)
                AND NOT EXISTS (SELECT 1 FROM edges WHERE follower = \(me) AND followee = people.id)
                AND NOT EXISTS (SELECT 1 FROM requests WHERE sender = \(me) AND receiver = people.id
                    AND state IN ('pending', 'rejected') AND expires_at > \(now))
                \(SQL.isNotHidden("people.id", from: viewer))
            GROUP BY people.id
            """
        ) { (person: Person(&$0), score: $0.next() as Int) }
    }
}
