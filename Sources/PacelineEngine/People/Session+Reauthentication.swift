import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func reauthenticate(with credential: Credential) async throws -> SignedIn {
        let providers = try await identities().map(\.provider)
        // A stolen device must not be enough where there is something stronger.
        guard credential.provider != .device || providers == [.device] else {
            throw SocialError(.notAllowed, "Confirm with your password or with Apple instead.")
        }
        guard try await isOwn(credential) else {
            throw SocialError(
                .invalidCredentials, "That is not the right password or secret of your account.")
        }
        return try await write(as: .account) { transaction in
            guard let sessionID else {
                return try engine.openSession(
                    for: viewer, through: credential.provider, in: transaction.connection, at: transaction.now
                )
            }
            return try Accounts(transaction).reauthenticate(
                sessionID, clientToken: engine.clientToken(for: viewer, at: transaction.now))
        }
    }

    /// Whether the credential is correct and belongs to the viewer.
    private func isOwn(_ credential: Credential) async throws -> Bool {
        switch credential {
        case .password(let username, let password):
            let (secret, own) = try await read(as: .account) { transaction in
                (try Accounts(transaction).storedPassword().secret, try transaction.viewer.username)
            }
            return try await matches(password, secret) && username.lowercased() == own
        case .device(let secret): return try await owns(.device, try Engine.subject(ofDeviceSecret: secret))
        case .apple(let identityToken, let nonce):
            return try await owns(.apple, try await engine.appleIdentity(identityToken, nonce).subject)
        }
    }

    private func owns(_ provider: IdentityProvider, _ subject: String) async throws -> Bool {
        try await read(as: .account) { try $0.connection.identity(provider, subject)?.person == viewer }
    }
}

extension Accounts {
    /// How long after presenting a credential a person may change how they sign in, in seconds.
    private static let authenticationLifetime: TimeInterval = 600

    /// - Throws: ``SocialError/Code/reauthenticationRequired``.
    func requireRecentAuthentication(of session: SignedIn.ID?) throws {
        guard try isRecentlyAuthenticated(session) else {
            throw SocialError(
                .reauthenticationRequired, "Confirm that it is you, by signing in once more, and try again.")
        }
    }

    /// Whether the session's owner presented a credential in the last ten minutes. The caller of a session without a
    /// sign-in has authenticated its person.
    func isRecentlyAuthenticated(_ session: SignedIn.ID?) throws -> Bool {
        guard let session else { return true }
        let earliest = now.addingTimeInterval(-Self.authenticationLifetime)
        return try connection.exists(
            "SELECT 1 FROM sessions WHERE id = \(session) AND authenticated_at > \(earliest)")
    }

    /// Replaces the session's token, so that one that was stolen before does not profit.
    fileprivate func reauthenticate(_ session: SignedIn.ID, clientToken: String) throws -> SignedIn {
        let token = SessionToken()
        let times = try connection.fetchChanged(
            """
            UPDATE sessions
            SET token_hash = \(token.hash), authenticated_at = \(now)
            WHERE id = \(session) AND person = \(viewer.id)
            RETURNING created_at, expires_at
            """
        ) { (createdAt: $0[0] as Date, expiresAt: $0[1] as Date) }
        guard let times = times.first else { throw SocialError.unauthenticated }
        return SignedIn(
            id: session, token: token.text, clientToken: clientToken, createdAt: times.createdAt,
            expiresAt: times.expiresAt, person: try transaction.account())
    }
}
