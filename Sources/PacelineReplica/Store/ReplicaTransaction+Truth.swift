import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// The kinds of rows in `things`.
enum StoredKind: String, Sendable, CaseIterable {
    case account, notificationSettings, edge, mute, request, group, invitation, season
}

// Stores values from the server. `readAt` is when the server sent them, in milliseconds since 1970.
extension ReplicaTransaction {
    func put(_ item: FeedItem, readAt: Int64) throws {
        try connection.execute(
            """
            INSERT INTO items (id, owner, at, latest_author, serial, stamp, read_at, json)
            VALUES (\(item.id.uuid), \(item.author.id.uuid), \(item.at.milliseconds),
                \(item.latestComment?.author?.id.uuid), \(meta.serial), \(meta.generation), \(readAt),
                \(try item.json()))
            ON CONFLICT (id) DO UPDATE SET
                owner = excluded.owner, at = excluded.at, latest_author = excluded.latest_author,
                serial = excluded.serial, stamp = excluded.stamp, read_at = excluded.read_at,
                json = excluded.json
            """)
    }

    /// Stores a comment if its item is stored.
    func put(_ comment: Comment, readAt: Int64) throws {
        try connection.execute(
            """
            INSERT INTO comments (id, item, author, created_at, serial, stamp, read_at, json)
            SELECT \(comment.id.uuid), id, \(comment.author?.id.uuid), \(comment.createdAt.milliseconds),
                \(meta.serial), \(meta.generation), \(readAt), \(try comment.json())
            FROM items
            WHERE id = \(comment.item.uuid)
            ON CONFLICT (id) DO UPDATE SET
                item = excluded.item, author = excluded.author, created_at = excluded.created_at,
                serial = excluded.serial, stamp = excluded.stamp, read_at = excluded.read_at,
                json = excluded.json
            """)
    }

    /// Stores the profile of a person whom the viewer follows.
    func put(_ person: Person, readAt: Int64) throws {
        try connection.execute(
            """
            INSERT INTO people (id, serial, stamp, read_at, json)
            VALUES (\(person.id.uuid), \(meta.serial), \(meta.generation), \(readAt), \(try person.json()))
            ON CONFLICT (id) DO UPDATE SET
                serial = excluded.serial, stamp = excluded.stamp, read_at = excluded.read_at,
                json = excluded.json
            """)
    }

    /// - Parameter person: the other person in the value. The value is removed with this person.
    func put(_ kind: StoredKind, _ id: UUID, person: Person.ID? = nil, _ json: [UInt8], readAt: Int64) throws
    {
        try connection.execute(
            """
            INSERT INTO things (kind, id, person, stamp, read_at, json)
            VALUES (\(kind.rawValue), \(id), \(person?.uuid), \(meta.generation), \(readAt), \(json))
            ON CONFLICT (kind, id) DO UPDATE SET
                person = excluded.person, stamp = excluded.stamp, read_at = excluded.read_at,
                json = excluded.json
            """)
    }

    func put(edge person: Person.ID, _ relationship: Relationship, readAt: Int64) throws {
        let json = Array("\"\(relationship.rawValue)\"".utf8)
        try put(.edge, person.uuid, person: person, json, readAt: readAt)
    }

    func put(_ request: ConnectionRequest, readAt: Int64) throws {
        let viewer = try account()?.id
        let other = request.from.id == viewer ? request.to.id : request.from.id
        try put(.request, request.id.uuid, person: other, try request.json(), readAt: readAt)
    }

    func delete(_ kind: StoredKind, _ id: UUID) throws {
        try connection.execute("DELETE FROM things WHERE kind = \(kind.rawValue) AND id = \(id)")
    }

    func deleteItem(_ id: UUID) throws {
        try connection.execute("DELETE FROM items WHERE id = \(id)")
    }

    func deleteComments(on item: FeedItem.ID) throws {
        try connection.execute("DELETE FROM comments WHERE item = \(item.uuid)")
    }

    func deleteComment(_ id: UUID) throws {
        try connection.execute("DELETE FROM comments WHERE id = \(id)")
    }
}

// Removes values that the viewer may no longer see.
extension ReplicaTransaction {
    /// Removes a person's items with their comments, and the remembered answers in which the person appears.
    func dropItems(of person: Person.ID) throws {
        try connection.execute("DELETE FROM items WHERE owner = \(person.uuid)")
        try dropAnswers(naming: person)
    }

    /// Removes all values in which a person appears, except for the relationship and a mute.
    func drop(_ person: Person.ID) throws {
        try dropItems(of: person)
        try connection.execute("DELETE FROM comments WHERE author = \(person.uuid)")
        try connection.execute("DELETE FROM people WHERE id = \(person.uuid)")
        try connection.execute(
            "DELETE FROM things WHERE person = \(person.uuid) AND kind NOT IN ('edge', 'mute')")
        try forgetLatestComments("latest_author = \(person.uuid)")
    }

    func dropAnswers(naming person: Person.ID) throws {
        try connection.execute(
            """
            DELETE FROM answers
            WHERE key IN (SELECT key FROM answer_people WHERE person = \(person.uuid))
            """)
    }

    /// Removes the remembered answers in which one of these items or comments appears. It reads all of them, at most
    /// ``ReplicaStore/Limit/answerBytes``.
    func dropAnswers(containing ids: [UUID]) throws {
        guard !ids.isEmpty else { return }
        let rows = try connection.fetch("SELECT key, json FROM answers") { row in
            (key: row.next() as String, json: row.next() as [UInt8])
        }
        let texts = Set(ids.map { $0.uuidString.lowercased() })
        for (key, json) in rows where texts.contains(where: key.contains) || json.contains(anyOf: texts) {
            try connection.execute("DELETE FROM answers WHERE key = \(key)")
        }
    }

    /// Removes the latest comment from items, and schedules loads of these items, whose next comment is unknown.
    func forgetLatestComments(_ condition: SQL) throws {
        let items = try connection.fetch("SELECT id, json FROM items WHERE \(condition)") { row in
            (id: row.next() as UUID, json: row.next() as [UInt8])
        }
        for row in items {
            var item = try Self.decode(FeedItem.self, from: row.json)
            item.latestComment = nil
            try connection.execute(
                "UPDATE items SET latest_author = NULL, json = \(try item.json()) WHERE id = \(row.id)")
            try scheduleLoad(.item, row.id)
        }
    }

    /// Removes everything that the server sent. Commands and refusals stay.
    mutating func dropTruth() throws {
        let tables: [SQL] = ["items", "people", "things", "answers", "loads"]
        for table in tables { try connection.execute("DELETE FROM \(table)") }
        meta.token = nil
        meta.unreadCount = nil
        meta.horizon = nil
        raiseGeneration()
    }
}

extension [UInt8] {
    /// Whether one of these ids, in lower case, appears in the text. It reads the text once, however many there are.
    fileprivate func contains(anyOf ids: Set<String>) -> Bool {
        let dash = UInt8(ascii: "-")
        return indices.dropLast(35).contains { start in
            self[start + 8] == dash && self[start + 13] == dash
                && ids.contains(String(decoding: self[start..<start + 36], as: UTF8.self))
        }
    }
}

/// A stored value cannot be decoded, since its file was damaged. The truth is dropped, and loaded anew.
struct UnreadableTruth: Error {}

// Reads.
extension ReplicaTransaction {
    func account() throws -> Account? {
        try values(
            Account.self, "SELECT json FROM things WHERE kind = \(StoredKind.account.rawValue) LIMIT 1"
        ).first
    }

    /// The profile of a person whom the viewer follows.
    func person(_ id: Person.ID) throws -> Person? {
        try values(Person.self, "SELECT json FROM people WHERE id = \(id.uuid)").first
    }

    /// Decodes the column that a query selects.
    private func values<Value: Decodable>(_ type: Value.Type, _ sql: SQL) throws -> [Value] {
        try connection.fetch(sql) { $0[0] as [UInt8] }.map { try Self.decode(type, from: $0) }
    }

    func things<Value: Decodable>(_ type: Value.Type, _ kind: StoredKind) throws -> [(id: UUID, value: Value)]
    {
        let rows = try connection.fetch(
            "SELECT id, json FROM things WHERE kind = \(kind.rawValue) ORDER BY id"
        ) { row in (id: row.next() as UUID, json: row.next() as [UInt8]) }
        return try rows.map { ($0.id, try Self.decode(type, from: $0.json)) }
    }

    func isFollowed(_ person: Person.ID) throws -> Bool {
        try connection.exists("SELECT 1 FROM people WHERE id = \(person.uuid)")
    }

    func isMuted(_ person: Person.ID) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM things WHERE kind = \(StoredKind.mute.rawValue) AND id = \(person.uuid)")
    }

    func edge(to person: Person.ID) throws -> Relationship? {
        try values(
            Relationship.self,
            "SELECT json FROM things WHERE kind = \(StoredKind.edge.rawValue) AND id = \(person.uuid)"
        ).first
    }

    /// The items that a condition selects, with their order and limit.
    func items(_ condition: SQL) throws -> [StoredValue<FeedItem>] {
        try stored(FeedItem.self, "SELECT serial, json FROM items \(condition)")
    }

    func comments(_ condition: SQL) throws -> [StoredValue<Comment>] {
        try stored(Comment.self, "SELECT serial, json FROM comments \(condition)")
    }

    private func stored<Value: Decodable & Sendable & Equatable>(
        _ type: Value.Type, _ sql: SQL
    ) throws -> [StoredValue<Value>] {
        let rows = try connection.fetch(sql) { row in
            (serial: row.next() as Int64, json: row.next() as [UInt8])
        }
        return try rows.map { StoredValue(try Self.decode(type, from: $0.json), serial: $0.serial) }
    }

    /// Decodes a stored value of the truth.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from json: [UInt8]
    ) throws(UnreadableTruth) -> Value {
        do {
            return try PacelineJSON.decode(type, from: json)
        } catch {
            throw UnreadableTruth()
        }
    }

    /// Parses a stored answer of any kind.
    static func parse(_ json: [UInt8]) throws(UnreadableTruth) -> JSONValue {
        do {
            return try JSONValue(parsing: json)
        } catch {
            throw UnreadableTruth()
        }
    }

    /// Everything that the server sent.
    func truth() throws -> Truth {
        var truth = Truth()
        truth.account = try account()
        for stored in try items("ORDER BY id") { truth.items[stored.value.id] = stored }
        for stored in try comments("ORDER BY id") { truth.comments[stored.value.id] = stored }
        for person in try values(Person.self, "SELECT json FROM people ORDER BY id") {
            truth.people[person.id] = person
        }
        for (id, edge) in try things(Relationship.self, .edge) { truth.edges[Person.ID(id)] = edge }
        for (id, _) in try things(Person.self, .mute) { truth.mutes.insert(Person.ID(id)) }
        for (_, request) in try things(ConnectionRequest.self, .request) {
            truth.requests[request.id] = request
        }
        for (_, group) in try things(LeaderboardGroup.self, .group) { truth.groups[group.id] = group }
        return truth
    }
}
