import Paceline
import PacelineDatabase

extension Session {
    public func feed(_ query: FeedQuery, _ page: PageRequest) async throws -> Page<FeedItem> {
        try await read { try $0.feed(query, page) }
    }

    public func item(_ id: FeedItem.ID) async throws -> FeedItem {
        try await read { try $0.item(id) }
    }
}

extension Transaction {
    /// - Parameter id: as the viewer requested it; their client may have chosen it.
    /// - Throws: ``SocialError/Code/itemNotFound``, also when the viewer may not see the item.
    func item(_ id: FeedItem.ID) throws -> FeedItem {
        guard let item = try items([requestedItem(id)]).first else { throw SocialError.itemNotFound }
        return item
    }
}
