import Paceline

/// A cached feed card, shared by all viewers from whom nothing on it is hidden by a block or by age. It lacks details
/// of workouts that its author hides. Texts are as written: each reader's content filter masks them.
///
/// Hearts are looked up per viewer, and so are kudos when an item has many of them. People are cached separately, since
/// they change more often than items. The card is a class so that concurrent reads share it without copying.
final class CachedCard: Sendable {
    let item: FeedItem
    /// The author of the item and the author of its latest comment.
    let people: [Person.ID]
    /// The people who gave kudos; nil when there are more than ``KudosCount/countedOnRead``.
    let givers: [Person.ID]?

    init(_ item: FeedItem, givers: [Person.ID]?) {
        people = [item.author.id] + [item.latestComment?.author?.id].compactMap(\.self)
        self.item = item.withoutViewerState
        self.givers = givers
    }

    /// The card as the viewer sees it.
    ///
    /// - Parameters:
    ///   - people: must include all of ``people``.
    ///   - withKudos: the items to which the viewer gave kudos. Used only when ``givers`` is nil.
    ///   - withHeart: the comments to which the viewer gave a heart.
    func shown(
        to viewer: Person.ID, _ people: [Person.ID: Box<Person>], withKudos: Set<FeedItem.ID>,
        withHeart: Set<Comment.ID>
    ) -> FeedItem {
        var shown = item
        if let author = people[item.author.id] { shown.author = author.value }
        shown.hasKudos = givers?.contains(viewer) ?? withKudos.contains(item.id)
        if let comment = item.latestComment {
            if let author = comment.author.flatMap({ people[$0.id] }) {
                shown.latestComment?.author = author.value
            }
            shown.latestComment?.hasHeart = withHeart.contains(comment.id)
        }
        return shown
    }
}
