import Foundation
import Paceline
import PacelineDatabase

/// A username that a person has or had, as a keyed hash. Only that person can take it again, so that no one else can be
/// mistaken for them.
struct HeldName: Sendable {
    let username: String
    fileprivate let hash: [UInt8]

    /// How often a person may change their username within ``formerLifetime``, since each change takes a name from
    /// everyone else.
    fileprivate static let changeLimit = 3
    /// How long a former username still signs in, in seconds.
    static let formerLifetime = 30 * RetentionRule.day
}

extension Engine {
    func heldName(_ username: Username) -> HeldName {
        HeldName(
            username: username.description, hash: communityKey.hash("username held", username.description))
    }
}

extension Connection {
    /// Whether another person has the username, or had it.
    /// - Parameter person: the person who wants it; nil for one without an account.
    func isTaken(_ name: HeldName, for person: Person.ID?) throws -> Bool {
        let owner = try self.person(named: name.username)
        guard owner == nil else { return owner != person }
        let holders = try fetch("SELECT owner FROM held_names WHERE hash = \(name.hash)") {
            $0[0] as Person.ID?
        }
        return holders.contains { $0 == nil || $0 != person }
    }

    /// Holds the username for the person from now on.
    func hold(_ name: HeldName, for person: Person.ID) throws {
        try send(
            """
            INSERT INTO held_names (hash, owner) VALUES (\(name.hash), \(person))
            ON CONFLICT (hash) DO NOTHING
            """)
    }

    /// Records that the person gives up the username for another. Index: the primary key of `username_changes`.
    /// - Throws: ``SocialError/Code/rateLimited`` after too many changes.
    func leave(_ name: HeldName, by person: Person.ID, at now: Date) throws {
        let changes = try fetch(
            """
            SELECT changed_at
            FROM username_changes
            WHERE person = \(person) AND changed_at > \(now.addingTimeInterval(-HeldName.formerLifetime))
            ORDER BY changed_at DESC, hash
            LIMIT \(HeldName.changeLimit)
            """
        ) { $0[0] as Date }
        if changes.count == HeldName.changeLimit, let first = changes.last {
            let wait = first.addingTimeInterval(HeldName.formerLifetime).timeIntervalSince(now)
            throw SocialError.tooOften(
                "You have changed your username \(HeldName.changeLimit) times within 30 days.", wait: wait,
                field: "username")
        }
        try send(
            """
            INSERT INTO username_changes (person, changed_at, hash)
            VALUES (\(person), \(now), \(name.hash))
            ON CONFLICT (person, changed_at, hash) DO NOTHING
            """)
    }

    /// The person whom the username signs in: its owner, or the last one, up to 30 days after they changed it. One
    /// statement for both, so that the time reveals nothing. Index: `username_changes_by_hash`.
    func person(signingInAs name: HeldName, at now: Date) throws -> Person.ID? {
        try fetchFirst(
            """
            SELECT COALESCE(
                (SELECT id FROM people WHERE username = \(name.username)),
                (SELECT person
                    FROM username_changes
                    WHERE hash = \(name.hash)
                        AND changed_at > \(now.addingTimeInterval(-HeldName.formerLifetime))
                    ORDER BY changed_at DESC, person
                    LIMIT 1))
            """
        ) { $0[0] as Person.ID? } ?? nil
    }
}
