/// Some of what changed, oldest first, and where to go on.
public struct ChangePage: Sendable, Equatable, Codable {
    /// Each thing once. May be empty although more follows.
    public var changes: [Change]
    /// Ask with it for what comes after these.
    public var next: ChangeToken
    /// Whether there is more already.
    public var hasMore: Bool

    public init(changes: [Change], next: ChangeToken, hasMore: Bool) {
        self.changes = changes
        self.next = next
        self.hasMore = hasMore
    }

    /// How many changes a page may hold.
    public static let limits = PageRequest.limits
    /// How many it holds when nothing is said.
    public static let defaultLimit = 100
}
