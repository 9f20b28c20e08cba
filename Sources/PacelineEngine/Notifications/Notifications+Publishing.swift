import Algorithms
import Foundation
import Paceline
import PacelineDatabase

private enum PublishingLimit {
    /// The number of people to notify of one item; writers wait for it.
    static let receivers = 500
    /// The maximum age of an item to notify of, in seconds.
    static let age: TimeInterval = 2 * 86_400
    /// The number of people to notify per statement.
    static let batchSize = 100
}

extension NotificationWriter {
    /// Notifies subscribers of the person's new item, oldest subscriptions first.
    ///
    /// Unlike other notifications, these have one actor and many receivers, so they are inserted in batches. Items
    /// older than two days, as in an import, notify no one.
    func published(_ event: LoggedEvent, as kind: NotificationKind) throws {
        guard let item = event.item, let least = try visibility(ofNew: item, at: event.at) else { return }
        let receivers = try subscribers(of: event.person, kind).filter { subscriber in
            ItemVisibility.allows(closeness: subscriber.closeness, audience: least.audience, item: least.item)
        }
        for batch in receivers.prefix(PublishingLimit.receivers).chunks(ofCount: PublishingLimit.batchSize) {
            try notify(batch.map(\.person), kind, of: item, by: event)
        }
    }

    /// The item's visibility; nil when it is deleted or too old.
    private func visibility(
        ofNew item: FeedItem.ID, at instant: Date
    ) throws -> (item: ItemVisibility, audience: ItemVisibility)? {
        try connection.fetchFirst(
            """
            SELECT items.visibility, people.audience
            FROM items
            JOIN people ON people.id = items.owner
            WHERE items.id = \(item) AND items.at > \(instant.addingTimeInterval(-PublishingLimit.age))
                AND \(SQL.isUnexpired(at: context.now))
            """
        ) { ($0[0], $0[1]) }
    }

    /// Followers with notifications turned on for the person and the kind. Blocked people do not follow each other.
    /// Index: `edges_by_listening`.
    private func subscribers(
        of person: Person.ID, _ kind: NotificationKind
    ) throws -> [(person: Person.ID, closeness: Closeness)] {
        try connection.fetch(
            """
            SELECT follower, is_mutual
            FROM edges
            WHERE followee = \(person) AND notifications = 1
                AND NOT EXISTS (SELECT 1 FROM notifications_off WHERE person = follower AND kind = \(kind))
                AND NOT \(SQL.hasMuted("follower", "\(person)"))
            ORDER BY created_at, follower
            """
        ) { ($0[0], $0[1] ? .friend : .follower) }
    }

    /// An item id can be reused after a deletion; its receivers are notified only once.
    private func notify(
        _ receivers: [Person.ID], _ kind: NotificationKind, of item: FeedItem.ID, by event: LoggedEvent
    ) throws {
        let rows = receivers.map { receiver -> SQL in
            let id = SocialNotification.ID.new(at: context.now, using: context.environment.random)
            return "\(id), \(receiver), \(kind), \(item), \(item), \(event.at)"
        }
        let inserted = try connection.fetchChanged(
            """
            INSERT INTO notifications (id, receiver, kind, subject, item, at)
            VALUES \(rows: rows)
            ON CONFLICT DO NOTHING
            RETURNING id, receiver
            """
        ) { (id: $0[0] as SocialNotification.ID, receiver: $0[1] as Person.ID) }
        try connection.send(
            "INSERT INTO notification_actors (notification, person, at)",
            rows: SQLRows(inserted) { ($0.id, event.person, event.at) })
        for (id, receiver) in inserted {
            try context.append(
                LogEntry(kind: .notified, person: receiver, topic: receiver.uuid, subject: id.uuid))
        }
    }
}
