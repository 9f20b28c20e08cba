import Foundation
import Paceline
import PacelineDatabase

extension NotificationWriter {
    /// Tells those who asked to be told of what the person publishes, the first who asked to follow them first.
    ///
    /// Of an import of years nobody is told: what lies back further than two days is no news.
    func follow(publishing event: LoggedEvent, as kind: NotificationKind) throws {
        guard event.reach != .private, let item = event.item, try isNew(item, at: event.at) else { return }
        for receiver in try listeners(to: event.person) {
            try tell(receiver, [kind], of: .item(item), by: event.person, at: event.at)
        }
    }

    /// Index: `edges_by_listening`.
    private func listeners(to person: Person.ID) throws -> [Person.ID] {
        try connection.fetch(
            """
            SELECT follower
            FROM edges
            WHERE followee = \(person) AND notifications = 1
            ORDER BY created_at, follower
            LIMIT \(PublishingLimit.told)
            """
        ) { $0[0] }
    }

    private func isNew(_ item: FeedItem.ID, at instant: Date) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM items WHERE id = \(item) AND at > \(instant.addingTimeInterval(-PublishingLimit.age))"
        )
    }
}

private enum PublishingLimit {
    /// People who are told of one item: writers wait for it.
    static let told = 500
    /// How long ago at most it can have happened, in seconds.
    static let age: TimeInterval = 2 * 86_400
}
