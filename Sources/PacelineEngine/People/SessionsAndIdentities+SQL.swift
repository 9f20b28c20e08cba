import Crypto
import Foundation
import Paceline
import PacelineDatabase

/// The bearer token of a session. Its owner receives the text once; the database stores only the hash.
struct SessionToken {
    let text: String
    let hash: [UInt8]

    /// Generates a token of 256 random bits.
    init() {
        self.init(text: Data(randomBytes: 32).base64URLEncodedString)
    }

    init(text: String) {
        self.text = text
        hash = Array(SHA256.hash(data: Data(text.utf8)))
    }
}

/// A row of `identities`.
struct StoredIdentity {
    let id: LinkedIdentity.ID
    let person: Person.ID
    let secret: String?
}

extension Connection {
    func identity(_ provider: IdentityProvider, _ subject: String) throws -> StoredIdentity? {
        try fetchFirst(
            "SELECT id, person, secret FROM identities WHERE provider = \(provider) AND subject = \(subject)"
        ) { StoredIdentity(id: $0[0], person: $0[1], secret: $0[2]) }
    }

    func insert(
        _ id: LinkedIdentity.ID, of person: Person.ID, _ provider: IdentityProvider, _ subject: String,
        secret: String?, at now: Date
    ) throws {
        try send(
            """
            INSERT INTO identities (id, person, provider, subject, secret, created_at)
            VALUES (\(id), \(person), \(provider), \(subject), \(secret), \(now))
            """)
    }

    func identities(of person: Person.ID) throws -> [LinkedIdentity] {
        try fetch(
            """
            SELECT id, provider, created_at
            FROM identities
            WHERE person = \(person)
            ORDER BY created_at, id
            LIMIT 10
            """
        ) { LinkedIdentity(id: $0[0], provider: $0[1], createdAt: $0[2]) }
    }

    func openSession(
        _ id: SignedIn.ID, for person: Person.ID, through provider: IdentityProvider, token: SessionToken,
        until expiresAt: Date, at now: Date
    ) throws {
        try send(
            """
            INSERT INTO sessions (id, person, token_hash, provider, created_at, expires_at, last_used_at)
            VALUES (\(id), \(person), \(token.hash), \(provider), \(now), \(expiresAt), \(now))
            """)
        try send("UPDATE accounts SET last_sign_in_at = \(now) WHERE person = \(person)")
    }
}

extension Accounts {
    /// Ends the viewer's sessions that match the condition, and their event streams.
    /// - Returns: the number of sessions ended.
    @discardableResult
    func endSessions(_ condition: SQL) throws -> Int {
        let ended = try connection.fetchChanged(
            "DELETE FROM sessions WHERE person = \(viewer.id) AND \(condition) RETURNING id"
        ) { $0[0] as SignedIn.ID }
        for session in ended { try transaction.log(.signedOut, session.uuid) }
        return ended.count
    }

    func sessions(_ page: PageRequest, current: SignedIn.ID?) throws -> Page<ActiveSession> {
        let limit = try transaction.limit(of: page)
        let start = try transaction.start(of: page, in: "sessions")
        let rows = try connection.fetch(
            """
            SELECT id, provider, created_at, expires_at, last_used_at
            FROM sessions
            WHERE person = \(viewer.id) AND (expires_at > \(now) OR id = \(current))
                \(SQL.isBefore(start, "created_at", "id"))
            ORDER BY created_at DESC, id DESC
            LIMIT \(limit + 1)
            """
        ) { row in
            let id = row[0] as SignedIn.ID
            return ActiveSession(
                id: id, provider: row[1], createdAt: row[2], expiresAt: row[3], lastUsedAt: row[4],
                isCurrent: id == current)
        }
        return transaction.page(of: rows, limit, in: "sessions") {
            Position(at: $0.createdAt, id: $0.id.uuid)
        }
    }
}
