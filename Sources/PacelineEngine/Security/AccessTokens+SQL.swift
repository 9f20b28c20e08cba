import Foundation
import Paceline
import PacelineDatabase

// An access token is a row of `sessions` with scopes: it is found, expires and ends as a session does.

extension Session {
    public func accessTokens() async throws -> [AccessToken] {
        let pending = engine.sessionUse.pending
        return try await read(as: .account) { try accessTokens(pending, in: Accounts($0)) }
    }

    /// - Parameter pending: uses that may not be written yet, read before the transaction began.
    func accessTokens(_ pending: [SignedIn.ID: Date], in accounts: Accounts) throws -> [AccessToken] {
        try accounts.accessTokens().map {
            engine.sessionUse.updating($0, with: pending[SignedIn.ID($0.id.uuid)])
        }
    }

    public func createAccessToken(_ draft: AccessTokenDraft) async throws -> CreatedAccessToken {
        let draft = try draft.checked()
        let secret = SessionToken(text: AccessToken.prefix + SessionToken().text)
        return try await write(recording: .tokenCreated) { transaction in
            let accounts = Accounts(transaction)
            try accounts.requireRecentAuthentication(of: sessionID)
            let expiresAt = engine.sessionUse.accessTokens.end(
                after: transaction.now, startedAt: transaction.now)
            let token = try accounts.insert(draft, secret, until: expiresAt.roundedToMilliseconds)
            return (CreatedAccessToken(secret: secret.text, token: token), draft.name)
        }
    }

    public func revokeAccessToken(_ id: AccessToken.ID) async throws {
        try await write(recording: .tokenRevoked) { transaction in
            ((), try Accounts(transaction).revokeAccessToken(id))
        }
    }
}

extension SessionUse {
    /// Updates the token's last use and expiry if the use is newer.
    fileprivate func updating(_ token: AccessToken, with use: Date?) -> AccessToken {
        guard let use, use > token.lastUsedAt else { return token }
        var token = token
        token.lastUsedAt = use
        token.expiresAt = accessTokens.end(after: use, startedAt: token.createdAt)
        return token
    }
}

extension Accounts {
    fileprivate func accessTokens() throws -> [AccessToken] {
        try connection.fetch(
            """
            SELECT id, client_name, scopes, created_at, expires_at, last_used_at
            FROM sessions
            WHERE person = \(viewer.id) AND scopes IS NOT NULL AND expires_at > \(now)
            ORDER BY created_at DESC, id DESC
            LIMIT \(AccessToken.limit)
            """
        ) { row in
            AccessToken(
                id: row[0], name: row[1] as String? ?? "", scopes: [TokenScope](stored: row[2]),
                createdAt: row[3], expiresAt: row[4], lastUsedAt: row[5])
        }
    }

    fileprivate func insert(
        _ draft: AccessTokenDraft, _ secret: SessionToken, until expiresAt: Date
    ) throws -> AccessToken {
        guard try accessTokens().count < AccessToken.limit else {
            throw SocialError(
                .limitReached, "You have \(AccessToken.limit) access tokens. Revoke one of them first.")
        }
        let createdAt = now.roundedToMilliseconds
        let token = AccessToken(
            id: .new(at: now, using: environment.random), name: draft.name, scopes: draft.scopes,
            createdAt: createdAt, expiresAt: expiresAt, lastUsedAt: createdAt)
        try connection.send(
            """
            INSERT INTO sessions (
                id, person, token_hash, provider, client_name, scopes, created_at, expires_at, last_used_at)
            VALUES (
                \(token.id), \(viewer.id), \(secret.hash), 'token', \(token.name), \(token.scopes.stored),
                \(createdAt), \(expiresAt), \(createdAt))
            """)
        return token
    }

    /// - Returns: the token's name.
    fileprivate func revokeAccessToken(_ id: AccessToken.ID) throws -> String? {
        let token = try accessTokens().first { $0.id == id }
        guard let token, try endSessionsAndTokens(where: "id = \(id)") == 1 else {
            throw SocialError(.notFound, "You have no such access token.")
        }
        return token.name
    }
}

extension [TokenScope] {
    /// Parses the column `scopes`. Scopes that this version does not know allow nothing.
    init(stored text: String) {
        self = text.split(separator: " ").compactMap { TokenScope(rawValue: String($0)) }
    }

    fileprivate var stored: String { map(\.rawValue).joined(separator: " ") }
}
