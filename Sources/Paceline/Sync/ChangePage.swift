/// A page of changes, oldest first, and the token for the next one.
///
/// ```swift
/// let page = try await session.changes(since: token)
/// apply(page.changes, upTo: page.next)
/// ```
public struct ChangePage: Sendable, Equatable, Codable {
    /// Each object at most once. May be empty even when ``hasMore`` is true.
    public var changes: [Change]
    /// The token for the changes after these. Store it together with them.
    public var next: ChangeToken
    /// Whether more changes are already available.
    public var hasMore: Bool

    public init(changes: [Change], next: ChangeToken, hasMore: Bool) {
        self.changes = changes
        self.next = next
        self.hasMore = hasMore
    }

    /// The permitted number of changes per page.
    public static let limits = PageRequest.limits
    /// The default number of changes per page.
    public static let defaultLimit = 100
}
