import Foundation
import Paceline
import PacelineDatabase

/// What a caller names a write by, so that sending it again does not do it again.
struct IdempotencyKey: Sendable {
    let key: String
    /// A hash of what was asked: the same key must mean the same thing.
    let fingerprint: [UInt8]

    /// How long an answer is kept.
    static let lifetime: TimeInterval = 86_400
}

extension Session {
    /// The same session, whose next write is done once for the key however often it is sent, for 24 hours.
    /// - Parameter fingerprint: a hash of what is asked for.
    /// - Throws: from that write, ``SocialError/Code/idempotencyKeyReused`` when the key named something else.
    public func withIdempotencyKey(_ key: String, fingerprint: [UInt8]) -> Session {
        var session = self
        session.idempotency = IdempotencyKey(key: key, fingerprint: fingerprint)
        return session
    }
}

extension Transaction {
    func answer<Value: Decodable>(to idempotency: IdempotencyKey, as type: Value.Type) throws -> Value? {
        let found = try connection.fetchFirst(
            """
            SELECT fingerprint, answer
            FROM idempotency_keys
            WHERE person = \(viewer.id) AND key = \(idempotency.key)
                AND created_at > \(now.addingTimeInterval(-IdempotencyKey.lifetime))
            """
        ) { (fingerprint: $0[0] as [UInt8], answer: $0[1] as String) }
        guard let found else { return nil }
        guard found.fingerprint == idempotency.fingerprint else {
            throw SocialError(
                .idempotencyKeyReused,
                "This Idempotency-Key was sent before with another request. Use a new one.")
        }
        return try JSONDecoder().decode(Value.self, from: Data(found.answer.utf8))
    }

    func record(_ answer: some Encodable, for idempotency: IdempotencyKey) throws {
        let text = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
        // The same key may have been used long ago.
        try connection.send(
            """
            DELETE FROM idempotency_keys
            WHERE person = \(viewer.id) AND key = \(idempotency.key)
                AND created_at <= \(now.addingTimeInterval(-IdempotencyKey.lifetime))
            """)
        try connection.send(
            """
            INSERT INTO idempotency_keys (person, key, fingerprint, answer, created_at)
            VALUES (\(viewer.id), \(idempotency.key), \(idempotency.fingerprint), \(text), \(now))
            """)
    }
}
