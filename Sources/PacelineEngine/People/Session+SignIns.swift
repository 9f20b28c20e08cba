import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func sessions(_ page: PageRequest) async throws -> Page<ActiveSession> {
        let pending = engine.sessionUse.pending
        return try await read(as: .account) { try sessions(page, pending, in: $0) }
    }

    /// - Parameter pending: uses that may not be written yet, read before the transaction began.
    func sessions(
        _ page: PageRequest, _ pending: [SignedIn.ID: Date], in transaction: Transaction
    ) throws -> Page<ActiveSession> {
        let page = try Accounts(transaction).sessions(page, current: sessionID)
        let role = try transaction.connection.role(of: viewer)
        return page.map { engine.sessionUse.updating($0, of: role, with: pending[$0.id]) }
    }

    public func revokeSession(_ id: SignedIn.ID) async throws {
        try await writeRecorded { transaction in
            let client = try Accounts(transaction).revokeSession(id)
            // A thief of one session may end the others.
            return ((), [SecurityChange(kind: .sessionEnded, detail: client, notifies: id != sessionID)])
        }
    }

    public func signOut() async throws {
        guard let sessionID else { return }
        try await revokeSession(sessionID)
    }

    public func signOutEverywhere() async throws -> SignedOutEverywhere {
        let secret = Credential.newDeviceSecret()
        return try await write(recording: .signedOutEverywhere) { transaction in
            let accounts = Accounts(transaction)
            // Otherwise a stolen session could take the device's new secret.
            try accounts.requireAuthenticationToSignOutEverywhere(in: sessionID)
            return (try accounts.signOutEverywhere(replacingDeviceBy: secret, in: sessionID), nil)
        }
    }

    public func identities() async throws -> [LinkedIdentity] {
        try await read(as: .account) { try $0.connection.identities(of: $0.viewer.id) }
    }

    public func link(_ credential: Credential) async throws -> LinkedIdentity {
        try await read(as: .account) { try Accounts($0).checkLinking(credential, in: sessionID) }
        let (subject, secret, token) = try await subject(of: credential)
        return try await write(recording: .identityLinked, receipt: receipt()) { transaction in
            let accounts = Accounts(transaction)
            // Again, since hashing took a while.
            try accounts.checkLinking(credential, in: sessionID)
            if let token { try transaction.connection.spend(token, at: transaction.now) }
            let linked = try accounts.link(credential.provider, subject: subject, secret: secret)
            try transaction.connection.deleteMailedCodes(of: viewer)
            try accounts.endOtherSessions(keeping: sessionID)
            try accounts.revokeContestableTokensAndCodes()
            return (linked, linked.provider.rawValue)
        }
    }

    public func unlink(_ id: LinkedIdentity.ID) async throws {
        try await write(recording: .identityUnlinked) { transaction in
            ((), try Accounts(transaction).unlink(id, in: sessionID).provider.rawValue)
        }
    }

    /// The `subject` and the `secret` to store for the credential, and the Apple token to spend.
    private func subject(
        of credential: Credential
    ) async throws -> (subject: String, secret: String?, token: AppleToken?) {
        switch credential {
        case .device(let secret): return (try Engine.subject(ofDeviceSecret: secret), nil, nil)
        case .apple(let identityToken, let nonce):
            let token = try await engine.verify(identityToken, nonce)
            return (token.subject, nil, token)
        case .password(let username, let password):
            let account = try await read(as: .account) { try $0.account() }
            try engine.environment.check(
                newPassword: password, of: [username, account.displayName], account.role)
            return (viewer.description, try await engine.hash(password), nil)
        case .passkey:
            throw SocialError(.invalidValue, "Use addPasskey to add a passkey.", field: "provider")
        }
    }
}

/// The data for the page about sign-in methods and sessions.
public struct SignInPage: Sendable {
    public let identities: [LinkedIdentity]
    public let passkeys: [Passkey]
    /// What a browser needs to create another passkey; nil if the viewer may create none.
    public let passkeyCreation: PasskeyCreation?
    public let sessions: Page<ActiveSession>
    /// Whether the viewer may change them only after ``Session/reauthenticate(with:)``.
    public let needsReauthentication: Bool
    /// The identities and passkeys that the viewer may remove now.
    public let removable: Set<UUID>
    /// The credentials that confirm everything in ``Session/reauthenticate(with:)``.
    public let strongest: Set<IdentityProvider>
    /// The credentials that confirm the removal of newer ones and signing out everywhere, but nothing else.
    public let contesting: Set<IdentityProvider>
    /// Until when a former way to sign in undoes what replaced it; nil if there is none: see
    /// ``Engine/restore(with:)``.
    public let restorableUntil: Date?
}

extension Session {
    /// Reads the viewer's identities, passkeys and sessions in one transaction.
    public func signInPage(_ page: PageRequest) async throws -> SignInPage {
        let pending = engine.sessionUse.pending
        let challenge =
            engine.relyingParty == nil ? nil : try await engine.createPasskeyChallenge()
        return try await read(as: .account) { transaction in
            let accounts = Accounts(transaction)
            let passkeys = try transaction.connection.passkeys(of: viewer)
            let identities = try transaction.connection.identities(of: viewer)
            let mayRemove = try accounts.mayRemoveCredentials(in: sessionID)
            let providers = Set(identities.map(\.provider) + (passkeys.isEmpty ? [] : [.passkey]))
            let strongest = try providers.filter { try transaction.connection.isStrongest($0, of: viewer) }
            let isConfirmed = try accounts.isRecentlyAuthenticated(sessionID)
            let creation: PasskeyCreation? =
                if let challenge, isConfirmed, passkeys.count < Passkey.limit {
                    try accounts.creation(of: challenge, engine.userHandle(of: viewer), besides: passkeys)
                } else {
                    nil
                }
            return SignInPage(
                identities: identities, passkeys: passkeys, passkeyCreation: creation,
                sessions: try sessions(page, pending, in: transaction), needsReauthentication: !isConfirmed,
                removable: Set(
                    identities.filter { mayRemove($0.createdAt) }.map(\.id.uuid)
                        + passkeys.filter { mayRemove($0.createdAt) }.map(\.id.uuid)),
                strongest: strongest,
                contesting: try providers.subtracting(strongest).filter { try accounts.mayContest(with: $0) },
                restorableUntil: try accounts.restorableUntil())
        }
    }
}

extension Accounts {
    /// - Returns: the name of the session's client.
    func revokeSession(_ id: SignedIn.ID) throws -> String? {
        let client = try connection.fetchFirst("SELECT client_name FROM sessions WHERE id = \(id)") {
            $0[0] as String?
        }
        guard try endSessionsAndTokens(where: "scopes IS NULL AND id = \(id)") == 1 else {
            throw SocialError(.notFound, "You have no such session.")
        }
        return client ?? nil
    }

    /// Ends every sign-in and the confirmation of a recent email address, and replaces or removes the device's secret,
    /// with which the device could sign in again.
    fileprivate func signOutEverywhere(
        replacingDeviceBy secret: String, in session: SignedIn.ID?
    ) throws -> SignedOutEverywhere {
        let isConfirmed = try isRecentlyAuthenticated(session)
        let presentedSince = try presentedSinceSigningIn(in: session)
        try endEverySignIn()
        // A thief may have added the address lately, and could have a link sent there.
        let weekBefore = now.addingTimeInterval(-Self.contestLifetime)
        if try connection.endEmailConfirmation(of: viewer.id, after: weekBefore) { try accountDidChange() }
        let identities = try connection.identities(of: viewer.id)
        guard let device = identities.first(where: { $0.provider == .device }) else {
            return SignedOutEverywhere()
        }
        // Others may be those of a thief if only the device was presented.
        let isOnly = try identities.count == 1 && !connection.hasPasskey(viewer.id)
        guard try isOnly || !isConfirmed && areAllContestable(except: device) else {
            try keepFormerCredentials(removing: [device.id.uuid])
            try connection.send("DELETE FROM identities WHERE id = \(device.id)")
            return SignedOutEverywhere()
        }
        // A thief of the session gets the new secret, unless the device's was presented in it.
        if session != nil, presentedSince != device.createdAt {
            try keepFormerCredentials(removing: [device.id.uuid])
        }
        let subject = try Engine.subject(ofDeviceSecret: secret)
        try connection.send("UPDATE identities SET subject = \(subject) WHERE id = \(device.id)")
        return SignedOutEverywhere(newDeviceSecret: secret)
    }

    /// Ends all sessions, revokes all access tokens and recovery codes, and trusts no client that signed in before.
    /// Children and people of unknown age also get another friend code, and waiting requests with the old one end.
    func endEverySignIn() throws {
        try endSessionsAndTokens(where: "1 = 1")
        // A thief may have created them.
        try connection.send("DELETE FROM recovery_codes WHERE person = \(viewer.id)")
        try trustNoClients()
        // A thief has read the code, and may have claimed cards. With either, strangers can ask a child.
        if try [.child, .unknown].contains(transaction.age(of: viewer.id)) { try endFriendCode() }
    }

    /// Makes clients that signed in before unknown ones, which may try fewer passwords.
    func trustNoClients() throws {
        // A sign-in in the same millisecond is trusted.
        let revokedAt = now.addingTimeInterval(-0.001)
        try connection.send(
            "UPDATE accounts SET clients_revoked_at = \(revokedAt) WHERE person = \(viewer.id)")
    }

    /// Removes an identity, ends all other sessions, and revokes what a thief may have created lately.
    /// - Parameter session: the current session, which is kept.
    /// - Returns: the identity removed.
    fileprivate func unlink(_ id: LinkedIdentity.ID, in session: SignedIn.ID?) throws -> LinkedIdentity {
        let identities = try connection.identities(of: viewer.id)
        let found = identities.first { $0.id == id }
        try requireAuthentication(in: session, toRemoveCredentialLinkedAt: found?.createdAt)
        guard let identity = found else {
            throw SocialError(.notFound, "You have no such identity.")
        }
        guard try identities.count > 1 || connection.hasPasskey(viewer.id) else {
            throw SocialError.lastWayToSignIn
        }
        try requireStaffCredential(besides: id.uuid)
        try keepFormerCredentials(removing: [id.uuid])
        try connection.send("DELETE FROM identities WHERE id = \(id)")
        try endOtherSessions(keeping: session)
        try revokeContestableTokensAndCodes()
        return identity
    }

    /// Checks whether the viewer may link the credential, before work on it begins.
    fileprivate func checkLinking(_ credential: Credential, in session: SignedIn.ID?) throws {
        try requireRecentAuthentication(of: session)
        let linked = try connection.identities(of: viewer.id)
        guard !linked.contains(where: { $0.provider == credential.provider }) else {
            throw SocialError(
                .identityExists, "You can already sign in this way. Unlink the old identity first.")
        }
        // Password sign-in looks people up by username.
        if case .password(let username, _) = credential, try username.lowercased() != viewer.username {
            throw SocialError(
                .invalidValue, "Use your own username. If you have none, choose one first.", field: "username"
            )
        }
    }

    fileprivate func link(
        _ provider: IdentityProvider, subject: String, secret: String?
    ) throws -> LinkedIdentity {
        guard try connection.identity(provider, subject) == nil else { throw SocialError.identityTaken }
        try connection.requireNoFormer(provider, subject, besides: viewer.id, at: now)
        let identity = LinkedIdentity(
            id: .new(at: now, using: environment.random), provider: provider,
            createdAt: now.roundedToMilliseconds)
        try connection.insert(identity.id, of: viewer.id, provider, subject, secret: secret, at: now)
        return identity
    }
}
