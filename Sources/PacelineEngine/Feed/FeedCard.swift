import Paceline

/// A card of a feed as it is the same for everybody from whom nobody is hidden.
///
/// Whether its reader gave a heart to its comment is asked for each reader, and so is whether they gave kudos where many
/// did. Its people are kept by themselves, since they change more often than what they did. Many readings hold one card,
/// and none copies it.
final class FeedCard: Sendable {
    let item: FeedItem
    /// Who did it, and who said the latest about it.
    let people: [Person.ID]
    /// Who gave kudos; nil when they are not few.
    let givers: [Person.ID]?

    /// - Parameter givers: who gave kudos, if it was to be known.
    init(_ item: FeedItem, givers: [Person.ID]?) {
        people = [item.author.id] + [item.latestComment?.author?.id].compactMap(\.self)
        self.item = item.withoutReader
        self.givers = givers
    }

    /// The card for a reader.
    ///
    /// - Parameters:
    ///   - people: at least ``people``.
    ///   - withKudos: the items that the reader gave kudos, among those of which it is not known here.
    ///   - withHeart: the comments that the reader gave a heart.
    func shown(
        to reader: Person.ID, _ people: [Person.ID: Shared<Person>], withKudos: Set<FeedItem.ID>,
        withHeart: Set<Comment.ID>
    ) -> FeedItem {
        var shown = item
        if let author = people[item.author.id] { shown.author = author.value }
        shown.hasKudos = givers?.contains(reader) ?? withKudos.contains(item.id)
        if let comment = item.latestComment {
            if let author = comment.author.flatMap({ people[$0.id] }) {
                shown.latestComment?.author = author.value
            }
            shown.latestComment?.hasHeart = withHeart.contains(comment.id)
        }
        return shown
    }
}
