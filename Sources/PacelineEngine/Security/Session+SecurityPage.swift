import Paceline

/// The data for the page about an account's security.
public struct SecurityPage: Sendable {
    public let recoveryCodes: RecoveryCodesStatus
    public let accessTokens: [AccessToken]
    public let events: Page<SecurityEvent>
    /// Whether the viewer may create codes and tokens only after ``Session/reauthenticate(with:)``.
    public let needsReauthentication: Bool
}

extension Session {
    /// Reads the viewer's recovery codes, access tokens and security events in one transaction.
    public func securityPage(_ page: PageRequest) async throws -> SecurityPage {
        let pending = engine.sessionUse.pending
        return try await read(as: .account) { transaction in
            let accounts = Accounts(transaction)
            return SecurityPage(
                recoveryCodes: try accounts.recoveryCodes(),
                accessTokens: try accessTokens(pending, in: accounts),
                events: try transaction.securityEvents(page),
                needsReauthentication: try !accounts.isRecentlyAuthenticated(sessionID))
        }
    }
}
