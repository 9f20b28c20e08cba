/// The change feed, for keeping an app's local copy up to date.
///
/// ```swift
/// var token = try await session.changes(since: nil).next
/// // Load the initial copy here. Later:
/// var hasMore = true
/// while hasMore {
///     let page = try await session.changes(since: token)
///     apply(page.changes)
///     (token, hasMore) = (page.next, page.hasMore)
/// }
/// ```
public protocol SyncService: Sendable {
    /// The changes since a token, oldest first: the viewer's own data, the people they follow, and their groups.
    ///
    /// Each changed object appears once, in its current state and as the viewer may see it. It appears again when it
    /// changes again.
    ///
    /// - Parameters:
    ///   - token: the ``ChangePage/next`` of the previous page; nil returns a current token and no changes.
    ///   - limit: the most changes to return, 1 to 100.
    /// - Throws: ``SocialError/Code/changesExpired`` when the token is older than 90 days (start again with a nil
    ///   token); ``SocialError/Code/invalidCursor`` for an invalid token or one issued to another person.
    func changes(since token: ChangeToken?, limit: Int) async throws -> ChangePage
    /// Runs the commands of a device, each once however often it is sent, and returns the changes since its token.
    ///
    /// The commands run in order, each with the rules and limits of its endpoint. A refused command does not stop the
    /// later ones, but one that cannot run now does: see ``CommandResult/isFinal``. Sending a command again returns the
    /// same answer until it is acknowledged, and then only its status, for 90 days.
    ///
    /// - Throws: ``SocialError/Code/changesExpired`` before any command runs; ``SocialError/Code/deviceReused`` for a
    ///   gap before the commands, for another command under a known number, or if more is acknowledged than was sent;
    ///   ``SocialError/Code/tooLarge``; ``SocialError/Code/invalidValue`` naming the field;
    ///   ``SocialError/Code/invalidCursor`` for an invalid token or one issued to another person.
    func sync(_ request: SyncRequest) async throws -> SyncAnswer
}

extension SyncService {
    /// The changes since a token, up to ``ChangePage/defaultLimit``.
    public func changes(since token: ChangeToken?) async throws -> ChangePage {
        try await changes(since: token, limit: ChangePage.defaultLimit)
    }
}
