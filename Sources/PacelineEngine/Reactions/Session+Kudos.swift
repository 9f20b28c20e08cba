import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func giveKudos(to item: FeedItem.ID, big: Bool) async throws -> Tally {
        do {
            return try await write(locking: .itemReadFirst) {
                try Reactions($0).giveKudos(to: item, big: big)
            }
        } catch DatabaseError.unique("kudos", _) {
            // A concurrent request of the same person gave kudos first.
            return try await write(locking: .item(item)) { try Reactions($0).giveKudos(to: item, big: big) }
        }
    }

    public func withdrawKudos(from item: FeedItem.ID) async throws -> Tally {
        try await write(locking: .itemReadFirst) { try Reactions($0).withdrawKudos(from: item) }
    }

    public func kudos(of item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Kudos> {
        try await read { transaction in
            let item = try transaction.requestedItem(item).id
            return try Reactions(transaction).kudos(of: item, page)
        }
    }
}

/// The state of an item's kudos before the viewer gives or withdraws theirs.
private struct KudosState {
    let item: Entry
    let count: Int
    /// Whether the viewer's kudos are big; nil when they gave none.
    var mine: Bool?
}

extension Reactions {
    /// All writes depend only on the state read first, so they are sent in one batch with the commit. The item stays
    /// locked, which also keeps it from being deleted or hidden.
    fileprivate func giveKudos(to requested: FeedItem.ID, big: Bool) throws -> Tally {
        let state = try lockedKudosState(of: requested)
        let item = state.item.id
        if let mine = state.mine {
            if mine != big {
                try connection.send(
                    "UPDATE kudos SET is_big = \(big) WHERE item = \(item) AND person = \(viewer.id)")
                try log(.gaveKudos, item, state, big: big)
            }
            return try tally(of: item, state.count, mine: true)
        }
        try connection.send(
            """
            INSERT INTO kudos (item, person, is_big, created_at) VALUES (\(item), \(viewer.id), \(big), \(now))
            """)
        try storeCount(state.count + 1, of: item, state)
        try log(.gaveKudos, item, state, big: big)
        return try tally(of: item, state.count + 1, mine: true)
    }

    fileprivate func withdrawKudos(from requested: FeedItem.ID) throws -> Tally {
        let state = try lockedKudosState(of: requested)
        let item = state.item.id
        guard let mine = state.mine else { return try tally(of: item, state.count, mine: false) }
        try connection.send("DELETE FROM kudos WHERE item = \(item) AND person = \(viewer.id)")
        try storeCount(state.count - 1, of: item, state)
        try log(.withdrewKudos, item, state, big: mine)
        return try tally(of: item, state.count - 1, mine: false)
    }

    private func storeCount(_ count: Int, of item: FeedItem.ID, _ state: KudosState) throws {
        let stored = KudosCount.stored(count, on: connection)
        guard stored != KudosCount.stored(state.count, on: connection) else { return }
        try connection.send(
            """
            UPDATE items SET kudos_count = \(stored)
            WHERE owner = \(state.item.owner) AND at = \(state.item.at) AND id = \(item)
            """)
    }

    private func log(_ event: EventKind, _ item: FeedItem.ID, _ state: KudosState, big: Bool) throws {
        let owner = state.item.owner
        try transaction.log(
            event, item.uuid, of: owner.uuid, on: item, amount: big ? 1 : 0, concerning: owner)
    }

    /// Locks the item and reads the state of its kudos.
    ///
    /// A statement that waited for the lock sees the item's current row, but other rows as they were before the wait.
    /// So the viewer's own kudos are read again; kudos given twice violate the primary key.
    /// - Parameter requested: the item's id, or one that the viewer's client chose.
    /// - Throws: ``SocialError/Code/itemNotFound``, also when the viewer may not see the item.
    private func lockedKudosState(of requested: FeedItem.ID) throws -> KudosState {
        let found = try connection.fetchFirst(
            """
            SELECT \(Entry.columns), \(KudosCount.sql), kudos.is_big
            FROM items
            JOIN people ON people.id = items.owner
            LEFT JOIN kudos ON kudos.item = items.id AND kudos.person = \(viewer.id)
            WHERE items.id = \(SQL.requestedItem(requested.uuid, by: viewer.id)) AND \(transaction.isVisible)
            \(.forNoKeyUpdate(of: "items"))
            """
        ) { KudosState(item: Entry(&$0), count: $0.next(), mine: $0.next()) }
        guard var found, found.item.kind != nil else { throw SocialError.itemNotFound }
        if found.mine != nil {
            found.mine = try connection.fetchFirst(
                "SELECT is_big FROM kudos WHERE item = \(found.item.id) AND person = \(viewer.id)"
            ) { $0[0] as Bool }
        }
        return found
    }

    /// - Parameter count: the number of all kudos. The tally leaves out people who are hidden from the viewer.
    private func tally(of item: FeedItem.ID, _ count: Int, mine: Bool) throws -> Tally {
        let hidden = try transaction.hiddenKudos(of: [item])[item] ?? 0
        return Tally(count: count - hidden, mine: mine)
    }

    /// Up to three people other than the viewer who gave kudos to each item: always the same, since they are the first
    /// by id, which costs the same for any number of kudos. Minors and people of unknown age see friends only. Index:
    /// the primary key of `kudos`.
    func someGivers(to items: [FeedItem.ID]) throws -> Deferred<[FeedItem.ID: [Person]]> {
        guard !items.isEmpty else { return Deferred([:]) }
        let isShown = { (person: SQL) throws -> SQL in
            """
            AND \(person) <> \(viewer.id)
                \(try SQL.isNotHidden(person, from: viewer)) \(try SQL.namesOnCards(person, to: viewer))
            """
        }
        let rows = try connection.fetchAllLater(
            """
            WITH entries (item) AS (VALUES \(each: items))
            SELECT kudos.item, \(Person.columns)
            FROM entries
            CROSS JOIN kudos
            JOIN people ON people.id = kudos.person
            WHERE kudos.item = entries.item \(try isShown("kudos.person"))
                AND kudos.person <= COALESCE((
                    SELECT third.person
                    FROM kudos AS third
                    WHERE third.item = entries.item \(try isShown("third.person"))
                    ORDER BY third.person
                    LIMIT 1 OFFSET 2), \(Person.ID.last))
            ORDER BY kudos.item, kudos.person
            """
        ) { (item: $0.next() as FeedItem.ID, person: Person(&$0)) }
        return rows.map { rows in
            try Dictionary(grouping: rows, by: \.item).mapValues { try transaction.shown($0.map(\.person)) }
        }
    }

    /// A page of the item's kudos, newest first.
    func kudos(of item: FeedItem.ID, _ page: PageRequest) throws -> Page<Kudos> {
        let limit = try transaction.limit(of: page)
        let list = "kudos|\(item)"
        let start = try transaction.start(of: page, in: list)
        let rows = try connection.fetch(
            """
            SELECT \(Person.columns), kudos.is_big, kudos.created_at
            FROM kudos
            JOIN people ON people.id = kudos.person
            WHERE kudos.item = \(item)
                \(SQL.showsReactions(by: "kudos.person", to: viewer))
                \(SQL.isBefore(start, "kudos.created_at", "kudos.person"))
            ORDER BY kudos.created_at DESC, kudos.person DESC
            LIMIT \(limit + 1)
            """
        ) { Kudos(person: Person(&$0), big: $0.next(), createdAt: $0.next()) }
        let people = try transaction.presenting(rows.map(\.person))
        let kudos = zip(rows, people).map { Kudos(person: $1, big: $0.big, createdAt: $0.createdAt) }
        return transaction.page(of: kudos, limit, in: list) {
            Position(at: $0.createdAt, id: $0.person.id.uuid)
        }
    }
}

extension Person.ID {
    /// Sorts after every other id.
    fileprivate static let last = Person.ID(
        UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)))
}
