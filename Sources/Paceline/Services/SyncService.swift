/// Following what changes, so that an app's copy stays as the community is (O3).
public protocol SyncService: Sendable {
    /// What changed of what concerns the viewer: their own things, the people whom they follow, their groups.
    ///
    /// Everything is told as it is now, and only as the viewer may see it. However often a thing changed, it is told
    /// once; it may come again when it changes again.
    /// - Parameters:
    ///   - token: where to go on; nil gives the token of now and no changes. Take one, load what you hold, then follow
    ///     from the token.
    ///   - limit: at most so many changes, 1 to 100.
    /// - Throws: ``SocialError/Code/changesExpired`` when the token is older than 90 days: take a new one and load
    ///   anew; ``SocialError/Code/invalidCursor`` for a token of somebody else, or one that nobody gave out.
    func changes(since token: ChangeToken?, limit: Int) async throws -> ChangePage
}

extension SyncService {
    /// A page of the usual size.
    public func changes(since token: ChangeToken?) async throws -> ChangePage {
        try await changes(since: token, limit: ChangePage.defaultLimit)
    }
}
