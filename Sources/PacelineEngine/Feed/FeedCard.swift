import Paceline

/// A card of a feed as it is the same for everybody from whom nobody is hidden.
///
/// Whether its reader gave kudos, or a heart to its comment, is asked for each reader. Its people are kept by themselves,
/// since they change more often than what they did.
struct FeedCard: Sendable {
    let item: FeedItem

    init(_ item: FeedItem) {
        var item = item
        item.hasKudos = false
        item.latestComment?.hasHeart = false
        self.item = item
    }

    /// Who did it, and who said the latest about it.
    var people: [Person.ID] { [item.author.id] + [item.latestComment?.author?.id].compactMap(\.self) }

    /// The card for a reader.
    ///
    /// - Parameters:
    ///   - people: at least ``people``.
    ///   - praised: the items that the reader gave kudos.
    ///   - hearted: the comments that the reader gave a heart.
    func shown(_ people: [Person.ID: Person], praised: Set<FeedItem.ID>, hearted: Set<Comment.ID>) -> FeedItem
    {
        var shown = item
        shown.author = people[item.author.id] ?? item.author
        shown.hasKudos = praised.contains(item.id)
        if let comment = item.latestComment {
            shown.latestComment?.author = comment.author.map { people[$0.id] ?? $0 }
            shown.latestComment?.hasHeart = hearted.contains(comment.id)
        }
        return shown
    }
}
