import Foundation
import Paceline
import PacelineDatabase

extension ReplicaStore {
    /// Limits on the age and the size of what is stored.
    package enum Limit {
        /// The age of remembered answers, in milliseconds.
        package static let answerAge: Int64 = 30 * 86_400_000
        /// The size of all remembered answers, in bytes.
        package static let answerBytes: Int64 = 5 << 20
        /// The age of values about people whom the viewer does not follow, in milliseconds. The change feed does not
        /// report that one of them blocked the viewer.
        package static let strangerAge: Int64 = 86_400_000
        /// The number of comments on one item. The newest ones are kept.
        package static let commentsPerItem: Int64 = 200
    }

    /// Remembers an answer that the change feed does not update, such as a board.
    /// - Parameters:
    ///   - key: see ``ReadRequest/key``.
    ///   - people: all people in the answer.
    ///   - readAt: when the server sent it, in milliseconds since 1970.
    /// - Returns: false if the store has changed since the request, and the answer was not stored.
    @discardableResult
    package func remember(
        _ json: [UInt8], for key: String, naming people: Set<Person.ID>, requestedAt version: TruthVersion,
        readAt: Int64
    ) async throws -> Bool {
        try await write { transaction in
            try transaction.checkOpen()
            let meta = transaction.meta
            // Before the first sync, the store receives no changes that would remove the answer.
            guard version == meta.truthVersion, meta.token != nil else { return false }
            try transaction.remember(json, for: key, naming: people, readAt: readAt)
            return true
        }
    }

    /// A remembered answer and when the server sent it; nil if there is none.
    package func rememberedAnswer(for key: String) async throws -> (json: [UInt8], readAt: Int64)? {
        try await read { transaction in
            try transaction.connection.fetchFirst("SELECT json, read_at FROM answers WHERE key = \(key)") {
                row in
                (row.next() as [UInt8], row.next() as Int64)
            }
        }
    }

    /// Removes a remembered answer, after the server returned an error instead.
    package func forget(_ key: String) async throws {
        try await write { try $0.forget(key) }
    }

    /// The version for a request that is sent now. Its answer is stored only if the store has not changed until then.
    package func truthVersion() async throws -> TruthVersion {
        try await read { $0.meta.truthVersion }
    }

    /// Removes values beyond the limits of ``Limit``. Call it after each sync.
    /// - Parameter now: the server's time, or the device's if that is unknown, in milliseconds since 1970.
    package func removeExpired(now: Int64) async throws {
        try await write { try $0.removeExpired(now: now) }
    }
}

/// A remembered answer that cannot be decoded, such as one of a proxy in place of the server. The store forgets it.
struct UnreadableAnswer: Error {
    let key: String
}

extension ReplicaTransaction {
    /// Decodes a remembered answer.
    static func reading<Value>(
        _ key: String, _ decode: () throws -> Value
    ) throws(UnreadableAnswer) -> Value {
        do {
            return try decode()
        } catch {
            throw UnreadableAnswer(key: key)
        }
    }

    /// Stores an answer in place of the one with the same key. The parameters are those of
    /// ``ReplicaStore/remember(_:for:naming:requestedAt:readAt:)``.
    func remember(_ json: [UInt8], for key: String, naming people: Set<Person.ID>, readAt: Int64) throws {
        try forget(key)
        try connection.execute(
            """
            INSERT INTO answers (key, read_at, json)
            VALUES (\(key), \(readAt), \(json))
            """)
        for person in people {
            try connection.execute("INSERT INTO answer_people (key, person) VALUES (\(key), \(person.uuid))")
        }
    }

    func forget(_ key: String) throws {
        try connection.execute("DELETE FROM answers WHERE key = \(key)")
    }

    /// A remembered answer.
    func rememberedAnswer(for key: String) throws -> [UInt8]? {
        try connection.fetchFirst("SELECT json FROM answers WHERE key = \(key)") { $0[0] as [UInt8] }
    }

    fileprivate func removeExpired(now: Int64) throws {
        let strangers = now - ReplicaStore.Limit.strangerAge
        let viewer = try account()?.id.uuid ?? .zero
        let isStranger: SQL = "NOT IN (SELECT id FROM people UNION ALL SELECT \(viewer))"
        try connection.execute("DELETE FROM items WHERE read_at < \(strangers) AND owner \(isStranger)")
        try connection.execute(
            "DELETE FROM comments WHERE read_at < \(strangers) AND author IS NOT NULL AND author \(isStranger)"
        )
        try forgetLatestComments("read_at < \(strangers) AND latest_author \(isStranger)")
        try connection.execute(
            """
            DELETE FROM answers
            WHERE read_at < \(strangers)
                AND key IN (SELECT key FROM answer_people WHERE person \(isStranger))
            """)
        try connection.execute(
            "DELETE FROM answers WHERE read_at < \(now - ReplicaStore.Limit.answerAge)")
        try connection.execute(
            """
            DELETE FROM comments
            WHERE id IN (
                SELECT id
                FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY item ORDER BY created_at DESC, id DESC) AS place
                    FROM comments)
                WHERE place > \(ReplicaStore.Limit.commentsPerItem))
            """)
        try evictAnswers()
    }

    /// Removes the oldest answers beyond the limit.
    private func evictAnswers() throws {
        try connection.execute(
            """
            DELETE FROM answers
            WHERE key IN (
                SELECT key
                FROM (SELECT key, SUM(LENGTH(json)) OVER (ORDER BY read_at DESC, key) AS total FROM answers)
                WHERE total > \(ReplicaStore.Limit.answerBytes))
            """)
    }
}
