import Foundation
import Paceline
import PacelineDatabase

/// The key that makes a write idempotent: sending the write again returns the first response.
struct IdempotencyKey: Sendable {
    let key: String
    /// A hash of the request. Reusing the key with another request is an error.
    let fingerprint: [UInt8]

    /// How long a response is kept, in seconds.
    static let lifetime: TimeInterval = 86_400
}

extension Session {
    /// Returns a session whose next write runs once for the key. Repeats within 24 hours return the first response.
    /// - Parameter fingerprint: a hash of the request.
    /// - Throws: on that write, ``SocialError/Code/idempotencyKeyReused`` when the key was used with another request.
    public func withIdempotencyKey(_ key: String, fingerprint: [UInt8]) -> Session {
        var session = self
        session.idempotency = IdempotencyKey(key: key, fingerprint: fingerprint)
        return session
    }

    /// The receipt for the next write; nil when the caller gave no key.
    func receipt<Response: Codable>(for response: Response.Type = Response.self) -> Receipt<Response>? {
        idempotency.map(Receipt.init)
    }
}

/// Stores a write's response in the same transaction, so that a repeat returns it.
struct Receipt<Response: Sendable>: Sendable {
    private let find: @Sendable (Transaction) throws -> Response?
    private let record: @Sendable (Response, Transaction) throws -> Void

    init(_ idempotency: IdempotencyKey) where Response: Codable {
        find = { try $0.storedResponse(for: idempotency, as: Response.self) }
        record = { try $1.record($0, for: idempotency) }
    }

    /// Returns the stored response, or runs the body and stores its result.
    func response(
        in transaction: Transaction, orRunning body: (Transaction) throws -> Response
    ) throws -> Response {
        if let response = try find(transaction) { return response }
        let response = try body(transaction)
        try record(response, transaction)
        return response
    }
}

extension Transaction {
    fileprivate func storedResponse<Response: Decodable>(
        for idempotency: IdempotencyKey, as type: Response.Type
    ) throws -> Response? {
        let found = try connection.fetchFirst(
            """
            SELECT fingerprint, answer
            FROM idempotency_keys
            WHERE person = \(viewer.id) AND key = \(idempotency.key)
                AND created_at > \(now.addingTimeInterval(-IdempotencyKey.lifetime))
            """
        ) { (fingerprint: $0[0] as [UInt8], response: $0[1] as String) }
        guard let found else { return nil }
        guard found.fingerprint == idempotency.fingerprint else {
            throw SocialError(
                .idempotencyKeyReused,
                "This Idempotency-Key was already used for another request. Use a new one.")
        }
        return try JSONDecoder().decode(Response.self, from: Data(found.response.utf8))
    }

    fileprivate func record(_ response: some Encodable, for idempotency: IdempotencyKey) throws {
        let text = String(decoding: try JSONEncoder().encode(response), as: UTF8.self)
        // Replaces an expired use of the same key.
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
