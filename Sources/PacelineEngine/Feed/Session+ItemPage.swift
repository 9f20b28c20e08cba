import Paceline

/// What the page of an item shows.
public struct ItemPage: Sendable {
    public let item: FeedItem
    /// Who gave kudos, newest first.
    public let kudos: Page<Kudos>
    public let comments: Page<Comment>
    /// With its detail; nil of an item that is none.
    public let workout: Workout?
}

extension Session {
    /// Reads everything that the page of an item shows, as it stands at one moment.
    public func itemPage(
        _ id: FeedItem.ID, kudos kudosPage: PageRequest, comments commentsPage: PageRequest
    ) async throws -> ItemPage {
        try await read { transaction in
            let item = try transaction.item(id)
            let kudos = try transaction.kudos(of: id, kudosPage)
            let comments = try transaction.comments(on: id, commentsPage)
            // Who sees the card sees the workout.
            let workout = try item.workout.flatMap { try transaction.connection.workout($0.id)?.workout }
            return ItemPage(item: item, kudos: kudos, comments: comments, workout: workout)
        }
    }
}
