import Paceline

/// What the page of an item shows.
public struct ItemPage: Sendable {
    /// With everything that its kind has, also what cards leave out.
    public let item: FeedItem
    /// Who gave kudos, newest first.
    public let kudos: Page<Kudos>
    public let comments: Page<Comment>
}

extension Session {
    /// Reads everything that the page of an item shows, as it stands at one moment.
    public func itemPage(
        _ id: FeedItem.ID, kudos kudosPage: PageRequest, comments commentsPage: PageRequest
    ) async throws -> ItemPage {
        try await read { transaction in
            var item = try transaction.item(id)
            let kudos = try transaction.kudos(of: id, kudosPage)
            let comments = try transaction.comments(on: id, commentsPage)
            // Who sees the card sees the rest.
            let detailed = try ItemContent.of(item.content.kind)?.detailed(id, transaction.connection)
            if let detailed { item.content = detailed }
            return ItemPage(item: item, kudos: kudos, comments: comments)
        }
    }
}
