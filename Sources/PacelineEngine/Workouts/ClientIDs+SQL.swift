import Foundation
import Paceline
import PacelineDatabase

/// The result of looking up a client id, which a person's client chose for a workout.
enum ClientIDLookup: Equatable {
    /// An item of the person, which has the id, or for which their client chose it.
    case own(FeedItem.ID)
    /// No item of another person has the id or had it.
    case free
    /// Another person's item has the id or had it. A workout that is published under it gets an id of its own.
    case used
}

extension SQL {
    /// The id of the item that the person requests: their own item, if their client chose this id for it, else the item
    /// with the id.
    ///
    /// Part of the statement that reads the item, so that a request costs no further one.
    static func requestedItem(_ id: UUID, by person: Person.ID) -> SQL {
        "COALESCE((SELECT item FROM client_ids WHERE owner = \(person) AND client_id = \(id)), \(id))"
    }

    /// The id that the owner's client chose for the row of `items`; NULL if the item has it. If there are several,
    /// always the same one.
    static let clientID: SQL = """
        (SELECT client_id FROM client_ids WHERE client_ids.item = items.id ORDER BY client_id LIMIT 1)
        """
}

extension Transaction {
    /// - Parameter id: chosen by the viewer's client.
    func clientID(_ id: Workout.ID) throws -> ClientIDLookup {
        let found = try connection.fetchFirst(
            """
            SELECT (SELECT item FROM client_ids WHERE owner = \(viewer.id) AND client_id = \(id)),
                (SELECT owner FROM items WHERE id = \(id)),
                (SELECT owner_hash FROM spent_ids WHERE hash = \(hash(ofReserved: id.uuid)))
            """
        ) { (item: $0[0] as FeedItem.ID?, owner: $0[1] as Person.ID?, reservedBy: $0[2] as [UInt8]?) }
        if let item = found?.item { return .own(item) }
        if let owner = found?.owner { return owner == viewer.id ? .own(id.item) : .used }
        guard let reservedBy = found?.reservedBy else { return .free }
        return reservedBy == hash(ofOwnerOfReserved: id.uuid) ? .free : .used
    }

    /// How many ids a workout can have besides its own. One is added when an app changes how it chooses ids,
    /// which is rare.
    private static let clientIDLimit = 10

    /// Lets the viewer request their item by an id that their client chose. Index: `client_ids_by_item`.
    /// - Throws: ``SocialError/Code/limitReached`` if the item has too many already.
    func addClientID(_ clientID: Workout.ID, to item: Workout.ID) throws {
        let count = try connection.fetchFirst("SELECT COUNT(*) FROM client_ids WHERE item = \(item)") {
            $0[0] as Int
        }
        guard count ?? 0 < Self.clientIDLimit else {
            throw SocialError(
                .limitReached, "This workout has \(Self.clientIDLimit) ids besides its own already.",
                field: "formerId")
        }
        try connection.send(
            """
            INSERT INTO client_ids (owner, client_id, item) VALUES (\(viewer.id), \(clientID), \(item))
            """)
    }

    /// Reserves the ids of items and comments that the viewer deletes, so that publishing under an id does not reveal
    /// whether another person's item with it still exists, and a deleted comment does not return under its id. The
    /// viewer may use those of items again. Only a limited number is reserved a day, since the table is never purged.
    func reserve(_ ids: [UUID]) throws {
        let kept = try connection.take(ids.count, of: .reservedID(by: viewer.id), at: now)
        guard kept > 0 else { return }
        let rows = ids.prefix(kept).map {
            [hash(ofReserved: $0).sqlValue, hash(ofOwnerOfReserved: $0).sqlValue]
        }
        try connection.send(
            "INSERT INTO spent_ids (hash, owner_hash)", rows: SQLRows(rows),
            ending: "ON CONFLICT (hash) DO NOTHING")
    }

    /// Whether a deleted item or comment had the id.
    func isReserved(_ id: UUID) throws -> Bool {
        try connection.exists("SELECT 1 FROM spent_ids WHERE hash = \(hash(ofReserved: id))")
    }

    private func hash(ofReserved id: UUID) -> [UInt8] { communityKey.hash("spent id", id.uuidString) }

    private func hash(ofOwnerOfReserved id: UUID) -> [UInt8] {
        communityKey.hash("owner of spent id", "\(viewer.id) \(id.uuidString)")
    }

    /// The items that the viewer requests by their ids, or by ids that their client chose.
    func requestedItems(_ ids: [FeedItem.ID]) throws -> [FeedItem.ID] {
        guard !ids.isEmpty else { return [] }
        let rows = try connection.fetch(
            """
            SELECT client_id, item
            FROM client_ids
            WHERE owner = \(viewer.id) AND client_id IN \(list: ids)
            """
        ) { (clientID: $0[0] as FeedItem.ID, item: $0[1] as FeedItem.ID) }
        let items = Dictionary(uniqueKeysWithValues: rows.map { ($0.clientID, $0.item) })
        return ids.map { items[$0] ?? $0 }
    }

    /// The items, with the ids that the viewer's client chose for their own workouts.
    func withClientIDs(_ items: [FeedItem]) throws -> [FeedItem] {
        let own = items.filter { $0.author.id == viewer.id && $0.workout != nil }.map(\.id)
        guard !own.isEmpty else { return items }
        let rows = try connection.fetch(
            "SELECT item, client_id FROM client_ids WHERE item IN \(list: own) ORDER BY item, client_id"
        ) { (item: $0[0] as FeedItem.ID, clientID: $0[1] as Workout.ID) }
        let clientIDs = Dictionary(rows.map { ($0.item, $0.clientID) }) { first, _ in first }
        return items.map { item in
            guard let clientID = clientIDs[item.id], case .workout(var workout) = item.content else {
                return item
            }
            var named = item
            workout.clientID = clientID
            named.content = .workout(workout)
            return named
        }
    }
}
