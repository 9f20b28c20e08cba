/// The change feed, for keeping an app's local copy up to date.
public protocol SyncService: Sendable {
    /// The changes since a token, oldest first: the viewer's own data, the people they follow, and their groups.
    ///
    /// Each changed object appears once, in its current state and as the viewer may see it. It appears again when it
    /// changes again.
    ///
    /// ```swift
    /// var token = try await services.changes(since: nil).next
    /// // Load the initial copy here. Later:
    /// let page = try await services.changes(since: token)
    /// apply(page.changes)
    /// token = page.next
    /// ```
    /// - Parameters:
    ///   - token: the ``ChangePage/next`` of the previous page; nil returns a current token and no changes.
    ///   - limit: the most changes to return, 1 to 100.
    /// - Throws: ``SocialError/Code/changesExpired`` when the token is older than 90 days (start again with a nil
    ///   token); ``SocialError/Code/invalidCursor`` for an invalid token or one issued to another person.
    func changes(since token: ChangeToken?, limit: Int) async throws -> ChangePage
}

extension SyncService {
    /// The changes since a token, up to ``ChangePage/defaultLimit``.
    public func changes(since token: ChangeToken?) async throws -> ChangePage {
        try await changes(since: token, limit: ChangePage.defaultLimit)
    }
}
