import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func giveKudos(to item: FeedItem.ID, big: Bool) async throws -> Tally {
        try await write { transaction in
            let owner = try transaction.visibleItem(item).owner
            return try transaction.giveKudos(to: item, of: owner, big: big)
        }
    }

    public func withdrawKudos(from item: FeedItem.ID) async throws -> Tally {
        try await write { transaction in
            let owner = try transaction.visibleItem(item).owner
            let withdrawn = try transaction.connection.execute(
                "DELETE FROM kudos WHERE item = \(item) AND person = \(transaction.viewer.id)")
            if withdrawn == 1 { try transaction.log(.withdrewKudos, item.uuid, concerning: owner) }
            return try transaction.tallyKudos(of: item, changedBy: -withdrawn, mine: false)
        }
    }

    public func kudos(of item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Kudos> {
        try await read { transaction in
            try transaction.visibleItem(item)
            return try transaction.kudos(of: item, page)
        }
    }
}

extension Transaction {
    fileprivate func giveKudos(to item: FeedItem.ID, of owner: Person.ID, big: Bool) throws -> Tally {
        let given = try connection.execute(
            """
            INSERT INTO kudos (item, person, is_big, created_at) VALUES (\(item), \(viewer.id), \(big), \(now))
            ON CONFLICT (item, person) DO NOTHING
            """)
        if given == 1 {
            try log(.gaveKudos, item.uuid, concerning: owner)
        } else {
            try connection.send(
                "UPDATE kudos SET is_big = \(big) WHERE item = \(item) AND person = \(viewer.id)")
        }
        return try tallyKudos(of: item, changedBy: given, mine: true)
    }

    fileprivate func tallyKudos(of item: FeedItem.ID, changedBy change: Int, mine: Bool) throws -> Tally {
        let count = try connection.fetchFirst(
            "UPDATE items SET kudos_count = kudos_count + \(change) WHERE id = \(item) RETURNING kudos_count"
        ) { $0[0] as Int }
        let hidden = try hiddenCounts(in: "kudos", by: "person", of: [item])[item] ?? 0
        return Tally(count: (count ?? 0) - hidden, mine: mine)
    }

    /// Who gave them, newest first.
    fileprivate func kudos(of item: FeedItem.ID, _ page: PageRequest) throws -> Page<Kudos> {
        let limit = try limit(of: page)
        let list = "kudos|\(item)"
        let start = try start(of: page, in: list)
        let rows = try connection.fetch(
            """
            SELECT \(SQL.personColumns), kudos.is_big, kudos.created_at
            FROM kudos
            JOIN people ON people.id = kudos.person
            WHERE kudos.item = \(item)
                \(SQL.isNotHidden("kudos.person", from: viewer))
                \(SQL.isBefore(start, "kudos.created_at", "kudos.person"))
            ORDER BY kudos.created_at DESC, kudos.person DESC
            LIMIT \(limit + 1)
            """
        ) { row in
            let column = SQL.personColumnCount
            return Kudos(person: Person(row), big: row[column], createdAt: row[column + 1])
        }
        let people = try presenting(rows.map(\.person))
        let kudos = zip(rows, people).map { Kudos(person: $1, big: $0.big, createdAt: $0.createdAt) }
        return self.page(of: kudos, limit, in: list) { Position(at: $0.createdAt, id: $0.person.id.uuid) }
    }
}
