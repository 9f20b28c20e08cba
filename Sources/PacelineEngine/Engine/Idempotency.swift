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

    /// The receipt of the write that comes next; nil when its caller has not named it.
    func receipt<Answer: Codable>(for answer: Answer.Type = Answer.self) -> Receipt<Answer>? {
        idempotency.map(Receipt.init)
    }
}

/// What a write leaves behind in its own transaction, so that it is answered the second time and not done again.
struct Receipt<Answer: Sendable>: Sendable {
    private let find: @Sendable (Transaction) throws -> Answer?
    private let record: @Sendable (Answer, Transaction) throws -> Void

    init(_ idempotency: IdempotencyKey) where Answer: Codable {
        find = { try $0.answer(to: idempotency, as: Answer.self) }
        record = { try $1.record($0, for: idempotency) }
    }

    /// The answer that was given before, or that the body gives now.
    func answer(
        in transaction: Transaction, elseDoing body: (Transaction) throws -> Answer
    ) throws -> Answer {
        if let answer = try find(transaction) { return answer }
        let answer = try body(transaction)
        try record(answer, transaction)
        return answer
    }
}

extension Transaction {
    fileprivate func answer<Answer: Decodable>(
        to idempotency: IdempotencyKey, as type: Answer.Type
    ) throws -> Answer? {
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
        return try JSONDecoder().decode(Answer.self, from: Data(found.answer.utf8))
    }

    fileprivate func record(_ answer: some Encodable, for idempotency: IdempotencyKey) throws {
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
