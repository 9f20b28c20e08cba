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
        return page.map { engine.sessionUse.updating($0, with: pending[$0.id]) }
    }

    public func revokeSession(_ id: SignedIn.ID) async throws {
        try await write(as: .account) { try Accounts($0).revokeSession(id) }
    }

    public func signOut() async throws {
        guard let sessionID else { return }
        try await revokeSession(sessionID)
    }

    /// Ends all of the viewer's sessions, including the current one.
    public func signOutEverywhere() async throws {
        try await write(as: .account) { try Accounts($0).endAllSessions() }
    }

    public func identities() async throws -> [LinkedIdentity] {
        try await read(as: .account) { try $0.connection.identities(of: $0.viewer.id) }
    }

    public func link(_ credential: Credential) async throws -> LinkedIdentity {
        let (subject, secret) = try await subject(of: credential)
        return try await write(as: .account, receipt: receipt()) { transaction in
            try Accounts(transaction).link(credential, subject: subject, secret: secret)
        }
    }

    public func unlink(_ id: LinkedIdentity.ID) async throws {
        try await write(as: .account) { try Accounts($0).unlink(id, keeping: sessionID) }
    }

    /// The `subject` and the `secret` to store for the credential.
    private func subject(of credential: Credential) async throws -> (subject: String, secret: String?) {
        switch credential {
        case .device(let secret): return (try Engine.subject(ofDeviceSecret: secret), nil)
        case .apple(let identityToken, let nonce):
            return (try await engine.appleIdentity(identityToken, nonce).subject, nil)
        case .password(let username, let password):
            try PasswordRule.check(password, username: username)
            return (
                viewer.description, try await Password.hash(password, cost: engine.environment.passwordCost)
            )
        }
    }
}

/// The data for the page about sign-in methods and sessions.
public struct SignInPage: Sendable {
    public let identities: [LinkedIdentity]
    public let sessions: Page<ActiveSession>
}

extension Session {
    /// Reads the viewer's identities and sessions in one transaction.
    public func signInPage(_ page: PageRequest) async throws -> SignInPage {
        let pending = engine.sessionUse.pending
        return try await read(as: .account) { transaction in
            SignInPage(
                identities: try transaction.connection.identities(of: transaction.viewer.id),
                sessions: try sessions(page, pending, in: transaction))
        }
    }
}

extension Accounts {
    func revokeSession(_ id: SignedIn.ID) throws {
        guard try endSessions("id = \(id)") == 1 else {
            throw SocialError(.notFound, "You have no such session.")
        }
    }

    fileprivate func endAllSessions() throws { try endSessions("1 = 1") }

    /// Removes an identity and ends the sessions that were started with it.
    /// - Parameter session: a session to keep even so.
    func unlink(_ id: LinkedIdentity.ID, keeping session: SignedIn.ID?) throws {
        let identities = try connection.identities(of: viewer.id)
        guard let identity = identities.first(where: { $0.id == id }) else {
            throw SocialError(.notFound, "You have no such identity.")
        }
        guard identities.count > 1 else {
            throw SocialError(.lastIdentity, "This is your only way to sign in. Link another one first.")
        }
        try connection.send("DELETE FROM identities WHERE id = \(id)")
        try endSessions("provider = \(identity.provider) AND id <> \(session?.uuid ?? UUID.placeholder)")
    }

    fileprivate func link(_ credential: Credential, subject: String, secret: String?) throws -> LinkedIdentity
    {
        let provider = credential.provider
        guard try !connection.identities(of: viewer.id).contains(where: { $0.provider == provider }) else {
            throw SocialError(
                .identityExists, "You can already sign in this way. Unlink the old identity first.")
        }
        guard try connection.identity(provider, subject) == nil else {
            throw SocialError(.identityTaken, "Another account already uses this sign-in.")
        }
        // Password sign-in looks people up by username.
        if case .password(let username, _) = credential, try username.lowercased() != viewer.username {
            throw SocialError(
                .invalidValue, "Use your own username. If you have none, choose one first.", field: "username"
            )
        }
        let identity = LinkedIdentity(
            id: .new(at: now, using: environment.random), provider: provider,
            createdAt: now.roundedToMilliseconds)
        try connection.insert(identity.id, of: viewer.id, provider, subject, secret: secret, at: now)
        return identity
    }
}
