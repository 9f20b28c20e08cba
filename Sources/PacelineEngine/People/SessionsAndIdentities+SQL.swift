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

    /// Whether the person has no stronger way to sign in. A device's secret is weaker than a password or Apple, and
    /// these are weaker than a passkey.
    func isStrongest(_ provider: IdentityProvider, of person: Person.ID) throws -> Bool {
        guard provider != .passkey else { return true }
        guard try !hasPasskey(person) else { return false }
        return try provider != .device || identities(of: person).allSatisfy { $0.provider == .device }
    }

    func openSession(
        _ id: SignedIn.ID, for person: Person.ID, through provider: IdentityProvider, token: SessionToken,
        from origin: SignInOrigin, until expiresAt: Date, at now: Date
    ) throws {
        try send(
            """
            INSERT INTO sessions (
                id, person, token_hash, provider, client_name, network, created_at, expires_at, last_used_at,
                authenticated_at, presented_at, presented_since)
            VALUES (
                \(id), \(person), \(token.hash), \(provider), \(origin.clientName), \(origin.network), \(now),
                \(expiresAt), \(now), \(try isStrongest(provider, of: person) ? now : .distantPast), \(now),
                \(SQL.linkingDate(of: provider, of: person)))
            """)
        try send("UPDATE accounts SET last_sign_in_at = \(now) WHERE person = \(person)")
    }
}

extension Accounts {
    /// The maximum number of sessions of a person.
    static let sessionLimit = 100

    /// Ends the sessions beyond the limit. Sessions opened with the same credential end first, so that a thief of a
    /// device cannot end the others by signing in often. Among these, the least recently used ends first.
    /// - Parameters:
    ///   - opened: the session that was just opened, which stays.
    ///   - provider: the credential that opened it.
    func endSessionsBeyondLimit(opening opened: SignedIn.ID, through provider: IdentityProvider) throws {
        try endSessionsAndTokens(
            where: """
                scopes IS NULL AND id NOT IN (
                    SELECT id
                    FROM sessions
                    WHERE person = \(viewer.id) AND scopes IS NULL
                    ORDER BY
                        CASE WHEN id = \(opened) THEN 0 WHEN provider = \(provider) THEN 2 ELSE 1 END,
                        last_used_at DESC, created_at DESC, id DESC
                    LIMIT \(Self.sessionLimit))
                """)
    }

    /// Ends the viewer's sessions and access tokens that match the condition, and their event streams.
    /// - Parameter condition: a condition on `sessions`. Rows with `scopes` are access tokens.
    /// - Returns: the number of sessions and access tokens ended.
    @discardableResult
    func endSessionsAndTokens(where condition: SQL) throws -> Int {
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
            SELECT id, provider, client_name, network, created_at, expires_at, last_used_at
            FROM sessions
            WHERE person = \(viewer.id) AND scopes IS NULL AND (expires_at > \(now) OR id = \(current))
                \(SQL.isBefore(start, "created_at", "id"))
            ORDER BY created_at DESC, id DESC
            LIMIT \(limit + 1)
            """
        ) { row in
            let id = row[0] as SignedIn.ID
            return ActiveSession(
                id: id, provider: row[1], clientName: row[2], network: row[3], createdAt: row[4],
                expiresAt: row[5], lastUsedAt: row[6], isCurrent: id == current)
        }
        return transaction.page(of: rows, limit, in: "sessions") {
            Position(at: $0.createdAt, id: $0.id.uuid)
        }
    }
}
