import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func reauthenticate(with credential: Credential) async throws -> SignedIn {
        // A stolen device or password must not be enough where there is something stronger.
        try await read(as: .account) { transaction in
            guard try !transaction.connection.isStrongest(credential.provider, of: viewer),
                try !Accounts(transaction).mayContest(with: credential.provider)
            else { return }
            let hasPasskey = try transaction.connection.hasPasskey(viewer)
            throw SocialError(
                .notAllowed,
                "Confirm with \(hasPasskey ? "your passkey" : "your password or with Apple") instead.")
        }
        if case .passkey(let assertion) = credential { return try await reauthenticate(with: assertion) }
        let token = try await appleToken(in: credential)
        guard try await isOwn(credential, token) else {
            throw SocialError(
                .invalidCredentials, "That is not the right password or secret of your account.")
        }
        return try await write(as: .account) { transaction in
            if let token { try transaction.connection.spend(token, at: transaction.now) }
            return try confirmed(through: credential.provider, in: transaction)
        }
    }

    /// Replaces the session's token, after its owner has presented a credential. Opens a session if there is none.
    func confirmed(through provider: IdentityProvider, in transaction: Transaction) throws -> SignedIn {
        guard let sessionID else {
            return try engine.openSession(
                for: viewer, through: provider, in: transaction.connection, at: transaction.now)
        }
        let clientToken = try engine.clientToken(
            for: viewer, through: provider, in: transaction.connection, at: transaction.now)
        return try Accounts(transaction).reauthenticate(
            sessionID, through: provider, clientToken: clientToken)
    }

    /// The verified token of an Apple credential; nil for others.
    private func appleToken(in credential: Credential) async throws -> AppleToken? {
        guard case .apple(let identityToken, let nonce) = credential else { return nil }
        return try await engine.verify(identityToken, nonce)
    }

    /// Whether the credential is correct and belongs to the viewer.
    /// - Parameter token: the verified token of an Apple credential.
    private func isOwn(_ credential: Credential, _ token: AppleToken?) async throws -> Bool {
        switch credential {
        case .password(let username, let password):
            let (secret, own) = try await read(as: .account) { transaction in
                let identity = try transaction.connection.identity(.password, viewer.description)
                return (identity?.secret, try transaction.viewer.username)
            }
            guard let secret else { return false }
            guard try await matches(password, secret), username.lowercased() == own else { return false }
            try await engine.requireStaffLength(
                of: password, of: viewer, countedAs: try await guessCount())
            return true
        case .device(let secret): return try await owns(.device, try Engine.subject(ofDeviceSecret: secret))
        case .apple:
            guard let token else { return false }
            return try await owns(.apple, token.subject)
        // Passkeys are verified together with their challenge.
        case .passkey: return false
        }
    }

    private func owns(_ provider: IdentityProvider, _ subject: String) async throws -> Bool {
        try await read(as: .account) { try $0.connection.identity(provider, subject)?.person == viewer }
    }
}

extension Accounts {
    /// How long after presenting a credential a person may change how they sign in, or their email address, in
    /// seconds.
    static let authenticationLifetime: TimeInterval = 600

    /// - Throws: ``SocialError/Code/reauthenticationRequired``.
    func requireRecentAuthentication(of session: SignedIn.ID?) throws {
        guard try isRecentlyAuthenticated(session) else { throw try reauthenticationRequired() }
    }

    /// Checks that the session's owner presented the strongest credential when they signed in, or later. The caller of
    /// a session without a sign-in has authenticated its person.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``.
    func requireStrongestCredential(in session: SignedIn.ID?) throws {
        guard try hasStrongestCredential(in: session) else { throw try reauthenticationRequired() }
    }

    /// Whether ``requireStrongestCredential(in:)`` would succeed.
    func hasStrongestCredential(in session: SignedIn.ID?) throws -> Bool {
        guard let session else { return true }
        // Only the strongest sets it: see `Connection.isStrongest(_:of:)`.
        return try connection.exists(
            "SELECT 1 FROM sessions WHERE id = \(session) AND authenticated_at > 0")
    }

    private func reauthenticationRequired() throws -> SocialError {
        let way = try connection.hasPasskey(viewer.id) ? "with a passkey" : "by signing in once more"
        return SocialError(.reauthenticationRequired, "Confirm that it is you, \(way), and try again.")
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
    /// - Parameter provider: that of the credential. Only the strongest counts as a confirmation.
    fileprivate func reauthenticate(
        _ session: SignedIn.ID, through provider: IdentityProvider, clientToken: String
    ) throws -> SignedIn {
        let token = SessionToken()
        let confirmation: SQL =
            try connection.isStrongest(provider, of: viewer.id) ? ", authenticated_at = \(now)" : ""
        let times = try connection.fetchChanged(
            """
            UPDATE sessions
            SET token_hash = \(token.hash), presented_at = \(now),
                presented_since = \(SQL.linkingDate(of: provider, of: viewer.id))\(confirmation)
            WHERE id = \(session) AND person = \(viewer.id) AND scopes IS NULL
            RETURNING created_at, expires_at
            """
        ) { (createdAt: $0[0] as Date, expiresAt: $0[1] as Date) }
        guard let times = times.first else { throw SocialError.unauthenticated }
        // Streams that were opened with the old token end.
        try transaction.log(.signedOut, session.uuid)
        return SignedIn(
            id: session, token: token.text, clientToken: clientToken, createdAt: times.createdAt,
            expiresAt: times.expiresAt, person: try transaction.account())
    }
}
