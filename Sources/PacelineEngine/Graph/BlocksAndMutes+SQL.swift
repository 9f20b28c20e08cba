import Foundation
import Paceline
import PacelineDatabase

/// The two lists of people whom somebody does not want to see.
enum Distance: String {
    case blocks, mutes

    var table: SQL { self == .blocks ? "blocks" : "mutes" }

    var columns: (owner: SQL, listed: SQL) {
        self == .blocks ? ("blocker", "blocked") : ("muter", "muted")
    }
}

extension Connection {
    /// - Returns: whether the person was not on the list before.
    func add(_ person: Person.ID, to list: Distance, of owner: Person.ID, at now: Date) throws -> Bool {
        let (ownerColumn, listed) = list.columns
        return try execute(
            """
            INSERT INTO \(list.table) (\(ownerColumn), \(listed), created_at)
            VALUES (\(owner), \(person), \(now))
            ON CONFLICT (\(ownerColumn), \(listed)) DO NOTHING
            """) == 1
    }

    /// - Returns: whether the person was on the list.
    func remove(_ person: Person.ID, from list: Distance, of owner: Person.ID) throws -> Bool {
        let (ownerColumn, listed) = list.columns
        return try execute(
            """
            DELETE FROM \(list.table)
            WHERE \(ownerColumn) = \(owner) AND \(listed) = \(person)
            """) == 1
    }
}

extension Transaction {
    func people(on list: Distance, _ page: PageRequest) throws -> Page<Person> {
        let limit = try limit(of: page)
        let start = try start(of: page, in: list.rawValue)
        let (ownerColumn, listed) = list.columns
        let rows = try connection.fetch(
            """
            SELECT \(SQL.personColumns), list.created_at
            FROM \(list.table) AS list
            JOIN people ON people.id = list.\(listed)
            WHERE list.\(ownerColumn) = \(viewer.id)
                AND people.username IS NOT NULL
                \(list == .mutes ? SQL.isNotHidden("people.id", from: viewer) : .empty)
                \(SQL.isBefore(start, "list.created_at", "list.\(listed)"))
            ORDER BY list.created_at DESC, list.\(listed) DESC
            LIMIT \(limit + 1)
            """
        ) { (person: Person($0), at: $0[SQL.personColumnCount] as Date) }
        let found = self.page(of: rows, limit, in: list.rawValue) {
            Position(at: $0.at, id: $0.person.id.uuid)
        }
        return Page(
            items: try presenting(found.items.map(\.person), withRelationship: true), next: found.next)
    }
}
