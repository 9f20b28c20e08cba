import Algorithms
import Foundation
import Paceline
import PacelineDatabase

private enum PublishingLimit {
    /// People who are told of one item: writers wait for it.
    static let receivers = 500
    /// How long ago at most it can have happened, in seconds.
    static let age: TimeInterval = 2 * 86_400
    /// How many are told with one statement.
    static let batchSize = 100
}

extension NotificationWriter {
    /// Tells those who asked to be told of what the person publishes, the first who asked to follow them first.
    ///
    /// They may be many, and an item is published once: other than what several people do to the same thing, it is
    /// told to all of them with a few statements. Of an import of years nobody is told: what lies back further than two
    /// days is no news.
    func published(_ event: LoggedEvent, as kind: NotificationKind) throws {
        guard let item = event.item, let least = try visibility(ofNew: item, at: event.at) else { return }
        let receivers = try subscribers(of: event.person, kind).filter { subscriber in
            ItemVisibility.allows(reach: subscriber.reach, audience: least.audience, item: least.item)
        }
        for some in receivers.prefix(PublishingLimit.receivers).chunks(ofCount: PublishingLimit.batchSize) {
            try notify(some.map(\.person), kind, of: item, by: event)
        }
    }

    /// How openly the item is seen; nil when it is gone, or no news.
    private func visibility(
        ofNew item: FeedItem.ID, at instant: Date
    ) throws -> (item: ItemVisibility, audience: ItemVisibility)? {
        try connection.fetchFirst(
            """
            SELECT items.visibility, people.audience
            FROM items
            JOIN people ON people.id = items.owner
            WHERE items.id = \(item) AND items.at > \(instant.addingTimeInterval(-PublishingLimit.age))
                AND \(SQL.isKept(at: log.now))
            """
        ) { ($0[0], $0[1]) }
    }

    /// Those who want to hear of the person, and of the kind. Nobody follows whom a block keeps apart.
    /// Index: `edges_by_listening`.
    private func subscribers(
        of person: Person.ID, _ kind: NotificationKind
    ) throws -> [(person: Person.ID, reach: Reach)] {
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

    /// An item whose id was free again after a deletion is published twice, and told once.
    private func notify(
        _ receivers: [Person.ID], _ kind: NotificationKind, of item: FeedItem.ID, by event: LoggedEvent
    ) throws {
        let rows = receivers.map { receiver -> SQL in
            "\(SocialNotification.ID.new(at: log.now)), \(receiver), \(kind), \(item), \(item), \(event.at)"
        }
        let made = try connection.fetchChanged(
            """
            INSERT INTO notifications (id, receiver, kind, subject, item, at)
            VALUES \(rows: rows)
            ON CONFLICT DO NOTHING
            RETURNING id, receiver
            """
        ) { (id: $0[0] as SocialNotification.ID, receiver: $0[1] as Person.ID) }
        try connection.send(
            "INSERT INTO notification_actors (notification, person, at)",
            rows: SQLRows(made) { ($0.id, event.person, event.at) })
        for (id, receiver) in made {
            try log.append(
                LogEntry(kind: .notified, person: receiver, topic: receiver.uuid, subject: id.uuid))
        }
    }
}
