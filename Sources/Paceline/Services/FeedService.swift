/// Reading what happened among the people one follows (F1–F4).
public protocol FeedService: Sendable {
    /// Newest first, by keyset: no skips and no repeats while new items arrive.
    func feed(_ query: FeedQuery, _ page: PageRequest) async throws -> Page<FeedItem>
    func item(_ id: FeedItem.ID) async throws -> FeedItem
}
