import Paceline
import PacelineDatabase

/// Describes one kind of feed item: how its card content is read, and how its items are deleted.
struct ItemContent: Sendable {
    let kind: FeedItem.Kind
    /// Joins the tables that ``columns`` need, besides the owner's row of `people`, to `items`.
    let join: SQL
    let columns: SQL
    /// The text column that names the item.
    let title: SQL
    /// The rating of the ``title``.
    let titleRating: SQL
    /// Decodes the ``columns`` as the viewer may see them, with texts as written.
    let decode: @Sendable (inout Row, _ viewer: Person.ID, EngineEnvironment) throws -> FeedItem.Content
    /// Makes the title of the ``title`` column.
    let decodeTitle: @Sendable (String, EngineEnvironment) -> String
    /// Reads the content for the item's own page, as the viewer may see it; nil when the page shows the card's content.
    let detailed: @Sendable (FeedItem.ID, Transaction) throws -> FeedItem.Content?
    /// Deletes the viewer's items and everything that depends on them.
    let delete: @Sendable ([FeedItem.ID], Transaction) throws -> Void

    /// The kinds of all features.
    static let all = EngineFeature.all.flatMap(\.itemContents)

    static func of(_ kind: FeedItem.Kind?) -> ItemContent? { all.first { $0.kind == kind } }
}
