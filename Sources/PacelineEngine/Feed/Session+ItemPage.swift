import Paceline

/// The data for an item's page.
public struct ItemPage: Sendable {
    /// Includes the details that cards leave out.
    public let item: FeedItem
    /// Whether the viewer has a result for the same puzzle, so that its grid can be shown.
    public let hasOwnResult: Bool
    /// Newest first.
    public let kudos: Page<Kudos>
    public let comments: Page<Comment>
}

extension Session {
    /// Reads the data for an item's page in one transaction.
    public func itemPage(
        _ id: FeedItem.ID, kudos kudosPage: PageRequest, comments commentsPage: PageRequest
    ) async throws -> ItemPage {
        try await read { transaction in
            var item = try transaction.item(id)
            let reactions = Reactions(transaction)
            let kudos = try reactions.kudos(of: item.id, kudosPage)
            let comments = try reactions.comments(on: item.id, commentsPage)
            let detailed = try ItemContent.of(item.content.kind)?.detailed(item.id, transaction)
            if let detailed { item.content = detailed }
            return ItemPage(
                item: item,
                hasOwnResult: try !transaction.scoresOfPlayedPuzzles(among: [item.score].compactMap(\.self))
                    .isEmpty,
                kudos: kudos, comments: comments)
        }
    }
}
