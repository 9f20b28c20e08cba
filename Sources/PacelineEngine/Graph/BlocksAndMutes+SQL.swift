import Foundation
import Paceline
import PacelineDatabase

// Outside the schema, only this file names the tables `blocks` and `mutes`.

/// A person's list of blocked or of muted people.
enum BlockOrMuteList: String {
    case blocks, mutes

    var table: SQL { self == .blocks ? "blocks" : "mutes" }

    var columns: (owner: SQL, listed: SQL) {
        self == .blocks ? ("blocker", "blocked") : ("muter", "muted")
    }
}

extension Connection {
    /// - Returns: whether the person was not on the list before.
    func add(_ person: Person.ID, to list: BlockOrMuteList, of owner: Person.ID, at now: Date) throws -> Bool
    {
        let (ownerColumn, listed) = list.columns
        return try execute(
            """
            INSERT INTO \(list.table) (\(ownerColumn), \(listed), created_at)
            VALUES (\(owner), \(person), \(now))
            ON CONFLICT (\(ownerColumn), \(listed)) DO NOTHING
            """) == 1
    }

    /// - Returns: whether the person was on the list.
    func remove(_ person: Person.ID, from list: BlockOrMuteList, of owner: Person.ID) throws -> Bool {
        let (ownerColumn, listed) = list.columns
        return try execute(
            """
            DELETE FROM \(list.table)
            WHERE \(ownerColumn) = \(owner) AND \(listed) = \(person)
            """) == 1
    }
}

extension Transaction {
    func hasMuted(_ person: Person.ID) throws -> Bool {
        guard try viewer.mayHaveMutes else { return false }
        return try connection.exists("SELECT 1 FROM mutes WHERE muter = \(viewer.id) AND muted = \(person)")
    }

    func people(on list: BlockOrMuteList, _ page: PageRequest) throws -> Page<Person> {
        let (ownerColumn, listed) = list.columns
        return try people(
            in: list.rawValue, list.table, listed,
            where: """
                \(list.table).\(ownerColumn) = \(viewer.id)
                    AND people.username IS NOT NULL
                    \(list == .mutes ? try SQL.isNotHidden("people.id", from: viewer) : .empty)
                """, page)
    }
}

extension SQL {
    /// Whether either person has blocked the other.
    static func isBlocked(_ one: SQL, _ other: SQL) -> SQL {
        """
        (EXISTS (SELECT 1 FROM blocks WHERE blocker = \(one) AND blocked = \(other))
            OR EXISTS (SELECT 1 FROM blocks WHERE blocker = \(other) AND blocked = \(one)))
        """
    }

    /// Whether the first person has blocked the second.
    static func hasBlocked(_ blocker: SQL, _ blocked: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM blocks WHERE blocker = \(blocker) AND blocked = \(blocked))"
    }

    /// Whether the first person has muted the second.
    static func hasMuted(_ muter: SQL, _ muted: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM mutes WHERE muter = \(muter) AND muted = \(muted))"
    }

    /// Whether the person in the row of `people` has blocked anyone or is blocked.
    static let hasBlocks: SQL = """
        EXISTS (SELECT 1 FROM blocks WHERE blocker = people.id)
            OR EXISTS (SELECT 1 FROM blocks WHERE blocked = people.id)
        """

    /// Whether the person in the row of `people` has muted anyone.
    static let hasMutes: SQL = "EXISTS (SELECT 1 FROM mutes WHERE muter = people.id)"

    /// A query for the people whom the person has muted.
    static func people(mutedBy person: Person.ID) -> SQL {
        "SELECT muted FROM mutes WHERE muter = \(person)"
    }

    /// An `AND` condition that excludes people who are hidden from the viewer; empty when there are none.
    static func isNotHidden(_ person: SQL, from viewer: Viewer) throws -> SQL {
        let hidden = try viewer.hidden
        return hidden.isEmpty ? .empty : "AND \(person) NOT IN \(list: hidden)"
    }
}

extension Connection {
    /// The people whom the person has blocked, and those who have blocked the person.
    func people(hiddenFrom id: Person.ID) throws -> [Person.ID] {
        try fetch(
            """
            SELECT blocked FROM blocks WHERE blocker = \(id)
            UNION
            SELECT blocker FROM blocks WHERE blocked = \(id)
            """
        ) { $0[0] as Person.ID }
    }

    /// The people among these who have blocked anyone or are blocked, and minors and people of unknown age.
    func peopleWithBlocks(
        among people: some Sequence<Person.ID>, orNotAdultAt now: Date
    ) throws -> [(person: Person.ID, hasBlocks: Bool)] {
        let people = Array(people)
        return try fetch(
            """
            SELECT blocker, 1 FROM blocks WHERE blocker IN \(list: people)
            UNION
            SELECT blocked, 1 FROM blocks WHERE blocked IN \(list: people)
            UNION
            SELECT id, 0 FROM people WHERE id IN \(list: people) AND NOT \(SQL.isAdult("people.id", at: now))
            """
        ) { (person: $0[0] as Person.ID, hasBlocks: $0[1] as Int == 1) }
    }

    /// Whether the first person has blocked the second.
    func hasBlocked(_ blocker: Person.ID, _ blocked: Person.ID) throws -> Bool {
        try exists("SELECT 1 FROM blocks WHERE blocker = \(blocker) AND blocked = \(blocked)")
    }

    /// Whether either person has blocked the other.
    func isBlocked(_ one: Person.ID, _ other: Person.ID) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM blocks WHERE blocker = \(one) AND blocked = \(other)
            UNION ALL
            SELECT 1 FROM blocks WHERE blocker = \(other) AND blocked = \(one)
            """)
    }

    /// The people who have muted the person.
    func people(muting person: Person.ID) throws -> Set<Person.ID> {
        Set(try fetch("SELECT muter FROM mutes WHERE muted = \(person)") { $0[0] as Person.ID })
    }

    /// The people among these whom the person has muted.
    func people(mutedBy person: Person.ID, among people: [Person.ID]) throws -> [Person.ID] {
        try fetch("SELECT muted FROM mutes WHERE muter = \(person) AND muted IN \(list: people)") {
            $0[0] as Person.ID
        }
    }
}
