import Paceline
import PacelineAPI

extension RemoteSession {
    public func feed(_ query: FeedQuery, _ page: PageRequest) async throws -> Page<FeedItem> {
        try await caller.call(API.feed, query: FeedParameters(query, page))
    }

    public func item(_ id: FeedItem.ID) async throws -> FeedItem {
        try await caller.call(API.item, ItemPath(id))
    }
}
