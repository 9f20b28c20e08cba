import Foundation
import Paceline
import PacelineDatabase

// For ten minutes after signing in, a session can replace all ways to sign in: with recovery codes, or by linking a new
// credential and removing the others. So can a thief of its token. Therefore the established credentials, when the last
// of them is removed, are kept as former credentials for a week. They no longer sign in, but undo the removal: see
// `Engine.restore(with:)`.

/// A credential of an account.
private struct LinkedCredential {
    let id: UUID
    let provider: IdentityProvider
    let linkedAt: Date

    /// Passkeys are stronger than passwords and Apple, and these are stronger than a device's secret.
    var strength: Int {
        switch provider {
        case .passkey: 2
        case .password, .apple: 1
        case .device: 0
        }
    }
}

/// An account that was restored with a former credential.
struct RestoredAccount {
    let signedIn: SignedIn
    /// Whether its owner had a role, which they have no longer.
    let lostRole: Bool
}

extension Accounts {
    /// For how long a former credential undoes what replaced it, in seconds.
    private static let formerLifetime = 7 * RetentionRule.day

    /// Keeps the established credentials as former ones, if all of them are about to be removed.
    ///
    /// If there are former credentials already, they stay instead: those that replaced them may be a thief's.
    /// - Parameter removed: the credentials that are about to be removed; nil for all.
    func keepFormerCredentials(removing removed: Set<UUID>? = nil) throws {
        let established = try establishedCredentials()
        guard established.allSatisfy({ removed?.contains($0.id) ?? true }), try restorableUntil() == nil
        else { return }
        try deleteFormerCredentials()
        let end = now.addingTimeInterval(Self.formerLifetime)
        for credential in established {
            try connection.send(
                credential.provider == .passkey
                    ? Self.keepingPasskey(credential.id, until: end)
                    : Self.keepingIdentity(credential.id, until: end))
        }
    }

    func deleteFormerCredentials() throws {
        try connection.send("DELETE FROM former_credentials WHERE person = \(viewer.id)")
    }

    /// Until when the viewer's former credentials undo what replaced them; nil without any.
    func restorableUntil() throws -> Date? {
        try connection.fetchFirst(
            "SELECT MAX(expires_at) FROM former_credentials WHERE person = \(viewer.id) AND expires_at > \(now)"
        ) { $0[0] as Date? } ?? nil
    }

    /// The strongest of the credentials that were linked at least a week ago; without any, of those linked first. A
    /// thief who held a session for a moment has linked none of them.
    private func establishedCredentials() throws -> [LinkedCredential] {
        let all =
            try connection.identities(of: viewer.id).map {
                LinkedCredential(id: $0.id.uuid, provider: $0.provider, linkedAt: $0.createdAt)
            }
            + connection.passkeys(of: viewer.id).map {
                LinkedCredential(id: $0.id.uuid, provider: .passkey, linkedAt: $0.createdAt)
            }
        let old = all.filter { $0.linkedAt <= now.addingTimeInterval(-Self.contestLifetime) }
        let first = all.map(\.linkedAt).min()
        let established = old.isEmpty ? all.filter { $0.linkedAt == first } : old
        let strength = established.map(\.strength).max()
        return established.filter { $0.strength == strength }
    }

    private static func keepingIdentity(_ id: UUID, until end: Date) -> SQL {
        """
        INSERT INTO former_credentials (id, person, provider, subject, secret, linked_at, expires_at)
        SELECT id, person, provider, subject, secret, created_at, \(end)
        FROM identities
        WHERE id = \(id)
        """
    }

    private static func keepingPasskey(_ id: UUID, until end: Date) -> SQL {
        """
        INSERT INTO former_credentials (
            id, person, provider, credential, public_key, sign_counter, name, last_used_at, linked_at, expires_at)
        SELECT id, person, \(IdentityProvider.passkey), credential, public_key, sign_counter, name, last_used_at,
            created_at, \(end)
        FROM passkeys
        WHERE id = \(id)
        """
    }

    /// Puts the former credentials back, and removes all that were linked since or in the week before.
    /// - Throws: ``SocialError/Code/invalidCredentials`` if there are none.
    fileprivate func restoreCredentials() throws {
        guard let end = try restorableUntil() else { throw SocialError.wrongFormerCredential }
        let me = viewer.id
        let weekBefore = end.addingTimeInterval(-Self.formerLifetime - Self.contestLifetime)
        // A device's secret may have been replaced under the same id.
        try connection.send(
            """
            DELETE FROM identities
            WHERE person = \(me) AND (
                created_at > \(weekBefore) OR id IN (SELECT id FROM former_credentials WHERE person = \(me)))
            """)
        try connection.send("DELETE FROM passkeys WHERE person = \(me) AND created_at > \(weekBefore)")
        try connection.send(
            """
            INSERT INTO identities (id, person, provider, subject, secret, created_at)
            SELECT id, person, provider, subject, secret, linked_at
            FROM former_credentials
            WHERE person = \(me) AND subject IS NOT NULL
            """)
        try connection.send(
            """
            INSERT INTO passkeys (id, person, credential, public_key, sign_counter, name, created_at, last_used_at)
            SELECT id, person, credential, public_key, sign_counter, name, linked_at, last_used_at
            FROM former_credentials
            WHERE person = \(me) AND credential IS NOT NULL
            """)
        // A thief may have added the address, too.
        try connection.endEmailConfirmation(of: me, after: weekBefore)
        try connection.deleteFormerAddresses(of: me, confirmedAfter: weekBefore)
        try deleteFormerCredentials()
    }
}

extension Engine {
    public func restore(with credential: Credential) async throws -> SignedIn {
        let restored: RestoredAccount
        switch credential {
        case .password(let username, let password):
            restored = try await restore(username: username, password: password)
        case .device(let secret):
            restored = try await restore(.device, subject: try Self.subject(ofDeviceSecret: secret))
        case .apple(let identityToken, let nonce):
            let token = try await verify(identityToken, nonce)
            restored = try await restore(.apple, subject: token.subject, spending: token)
        case .passkey(let assertion): restored = try await restore(with: assertion)
        }
        let signedIn = restored.signedIn
        environment.securityLog(.restored, signedIn.person.id)
        if restored.lostRole { environment.logRole(of: signedIn.person.id, nil, by: signedIn.person.id) }
        return signedIn
    }

    private func restore(username: String, password: String) async throws -> RestoredAccount {
        guard PasswordRule.mayBe(password) else { throw SocialError.wrongFormerCredential }
        let attempt = try await startAttempt(username: username.lowercased(), isFormer: true)
        let hash = attempt.identity?.secret.flatMap(PasswordHash.init)
        guard case .correct = try await check(password, against: hash, countedAs: attempt.count),
            let identity = attempt.identity
        else {
            try await recordFailure(of: attempt.identity?.person, countedAs: attempt.count)
            throw SocialError.wrongFormerCredential
        }
        try await write { try $0.reset(attempt.count) }
        try await requireStaffLength(of: password, of: identity.person, countedAs: attempt.count)
        return try await restore(.password, subject: identity.person.description)
    }

    private func restore(
        _ provider: IdentityProvider, subject: String, spending token: AppleToken? = nil
    ) async throws -> RestoredAccount {
        let now = environment.now()
        return try await write { connection in
            if let token { try connection.spend(token, at: now) }
            guard let former = try connection.formerIdentity(provider, subject, at: now) else {
                throw SocialError.wrongFormerCredential
            }
            return try restoreCredentials(of: former.person, through: provider, in: connection, at: now)
        }
    }

    /// Restores a person's former credentials, and ends everything else that gives access to the account.
    func restoreCredentials(
        of person: Person.ID, through provider: IdentityProvider, in connection: any Connection, at now: Date
    ) throws -> RestoredAccount {
        let accounts = Accounts(try Transaction(connection, of: session(for: person), now: now))
        try accounts.endEverySignIn()
        try accounts.restoreCredentials()
        let lostRole = try accounts.endRole()
        let signedIn = try openSession(
            for: person, through: provider, in: connection, at: now, recording: .restored)
        return RestoredAccount(signedIn: signedIn, lostRole: lostRole)
    }
}

extension Connection {
    /// The former credential; nil if there is none, or it has expired. Index: `former_credentials_by_subject`.
    func formerIdentity(
        _ provider: IdentityProvider, _ subject: String, at now: Date
    ) throws -> StoredIdentity? {
        try fetchFirst(
            """
            SELECT id, person, secret
            FROM former_credentials
            WHERE provider = \(provider) AND subject = \(subject) AND expires_at > \(now)
            LIMIT 1
            """
        ) { StoredIdentity(id: $0[0], person: $0[1], secret: $0[2]) }
    }

    /// Checks that no other account could restore the credential.
    /// - Throws: ``SocialError/Code/identityTaken``.
    func requireNoFormer(
        _ provider: IdentityProvider, _ subject: String, besides person: Person.ID, at now: Date
    ) throws {
        guard let former = try formerIdentity(provider, subject, at: now), former.person != person else {
            return
        }
        throw SocialError.identityTaken
    }
}

extension SocialError {
    fileprivate static let wrongFormerCredential = SocialError(
        .invalidCredentials,
        "That is incorrect, or it was not replaced within the last seven days.")
    static let replacedCredential = SocialError(
        .invalidCredentials,
        "This way to sign in was replaced within the last seven days. If that was not you, restore it.")
}
