import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func changePassword(_ change: PasswordChange) async throws -> SignedIn {
        let current = try await read(as: .account) { transaction in
            let accounts = Accounts(transaction)
            try accounts.requireStrength(of: .password, in: sessionID)
            return try accounts.storedPassword()
        }
        try engine.environment.check(
            newPassword: change.newPassword, of: current.names, current.role, field: "newPassword")
        guard try await matches(change.currentPassword, current.secret) else {
            throw SocialError.wrongCurrentPassword
        }
        let secret = try await engine.hash(change.newPassword)
        return try await write(recording: .passwordChanged) { transaction in
            let accounts = Accounts(transaction)
            // Again, since hashing took a while.
            try accounts.requireStrength(of: .password, in: sessionID)
            try accounts.replacePassword(current.secret, by: secret)
            // A reader of the owner's mail may have one.
            try transaction.connection.deleteMailedCodes(of: viewer)
            try accounts.endOtherSessions(keeping: sessionID)
            try accounts.revokeContestableTokensAndCodes()
            return (try confirmed(through: .password, in: transaction), nil)
        }
    }

    /// Whether the password is the viewer's, counted as a guess.
    /// - Throws: ``SocialError/Code/rateLimited`` after too many wrong ones, ``SocialError/Code/busy``.
    func matches(_ password: String, _ secret: String) async throws -> Bool {
        let count = try await guessCount()
        let now = engine.environment.now()
        try await engine.write { try $0.add(count, at: now) }
        let check = try await engine.check(password, against: PasswordHash(secret), countedAs: count)
        guard check != .wrong else {
            try await engine.recordFailure(of: viewer, countedAs: count)
            return false
        }
        try await engine.write { try $0.reset(count) }
        return true
    }

    /// The count of the passwords that are tried in the session.
    func guessCount() async throws -> GuessCount {
        let provider = try await engine.read { connection in
            try connection.fetchFirst("SELECT provider FROM sessions WHERE id = \(sessionID)") {
                $0[0] as IdentityProvider
            }
        }
        return GuessCount(confirming: viewer, inSessionOf: provider, engine.communityKey)
    }
}

extension Accounts {
    func storedPassword() throws -> (secret: String, names: [String?], role: StaffRole?) {
        let secret = try connection.identity(.password, viewer.id.description)?.secret
        guard let secret else {
            throw SocialError(.notFound, "You have no password yet. Link one to your account.")
        }
        let account = try transaction.account()
        return (secret, [account.username, account.displayName], account.role)
    }

    /// Checks that the credential is the strongest, or else that the viewer presented the strongest lately. A thief of
    /// the session who also knows the password must not get more than either gives.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``.
    fileprivate func requireStrength(of provider: IdentityProvider, in session: SignedIn.ID?) throws {
        guard try !connection.isStrongest(provider, of: viewer.id) else { return }
        try requireRecentAuthentication(of: session)
    }

    /// - Throws: ``SocialError/Code/invalidCredentials`` when the password was changed in the meantime.
    fileprivate func replacePassword(_ current: String, by secret: String) throws {
        let changed = try connection.execute(
            """
            UPDATE identities
            SET secret = \(secret)
            WHERE provider = \(IdentityProvider.password) AND subject = \(viewer.id.description)
                AND secret = \(current)
            """)
        guard changed == 1 else { throw SocialError.wrongCurrentPassword }
    }

    /// Ends all other sessions. Access tokens stay: they don't depend on how their owner signs in. Only the latest ones
    /// end with any change of it: see ``revokeContestableTokensAndCodes()``.
    func endOtherSessions(keeping current: SignedIn.ID?) throws {
        try endSessionsAndTokens(where: "scopes IS NULL AND id <> \(current?.uuid ?? UUID.placeholder)")
    }
}

extension SocialError {
    fileprivate static let wrongCurrentPassword = SocialError(
        .invalidCredentials, "The current password is incorrect.", field: "currentPassword")

    static func passwordTooCommon(field: String) -> SocialError {
        SocialError(
            .passwordTooCommon,
            "That password is easy to guess. Choose one that is not common and not your name.", field: field)
    }
}
