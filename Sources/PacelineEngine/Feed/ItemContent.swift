import Paceline
import PacelineDatabase

/// A kind of feed items: what its cards show besides what all cards show, and how its items are deleted.
struct ItemContent: Sendable {
    let kind: FeedItem.Kind
    /// Joins what the ``columns`` need to `items`.
    let join: SQL
    let columns: SQL
    /// Reads the ``columns``.
    let decode: @Sendable (inout Row, EngineEnvironment) throws -> FeedItem.Content
    /// What an item's page shows instead of what its card shows; nil when that is all there is.
    let detailed: @Sendable (FeedItem.ID, any Connection) throws -> FeedItem.Content?
    /// Deletes items of the viewer with everything that belongs to them.
    let delete: @Sendable ([FeedItem.ID], Transaction) throws -> Void

    /// Every kind that a feature brings.
    static let all = EngineFeature.all.flatMap(\.itemContents)

    static func of(_ kind: FeedItem.Kind?) -> ItemContent? { all.first { $0.kind == kind } }
}
