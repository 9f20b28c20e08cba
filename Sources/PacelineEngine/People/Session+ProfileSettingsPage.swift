import Paceline

/// The data for the page about one's own profile, besides the account.
public struct ProfileSettingsPage: Sendable {
    public let storage: StorageUse
    /// Whether the viewer may change the email address only after ``Session/reauthenticate(with:)``.
    public let needsReauthentication: Bool
}

extension Session {
    /// Reads the viewer's storage, and when they signed in, in one transaction.
    public func profileSettingsPage() async throws -> ProfileSettingsPage {
        try await read(as: .account) { transaction in
            ProfileSettingsPage(
                storage: try Storage(transaction).use(),
                needsReauthentication: try !Accounts(transaction).isRecentlyAuthenticated(sessionID))
        }
    }
}
