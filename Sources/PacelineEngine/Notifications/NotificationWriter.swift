import Foundation
import Paceline
import PacelineDatabase

/// Creates and withdraws notifications, in one transaction per batch of the log.
final class NotificationWriter {
    let context: ConsumerContext
    private var unread: [Group: SocialNotification.ID] = [:]
    /// Changed notifications with their receivers, in order of the first change.
    private var changed: [(id: SocialNotification.ID, receiver: Person.ID)] = []
    private var isChanged: Set<SocialNotification.ID> = []
    /// Those of them whose change the receiver may notice.
    private var isAnnounced: Set<SocialNotification.ID> = []
    /// Those of them that lost an actor.
    private var isReduced: Set<SocialNotification.ID> = []
    /// The newest action that was added to a notification.
    private var newestActions: [SocialNotification.ID: Date] = [:]

    /// The key by which actors share one unread notification.
    private struct Group: Hashable {
        let receiver: Person.ID
        let kind: NotificationKind
        let subject: NotificationSubject
    }

    init(_ context: ConsumerContext) {
        self.context = context
    }

    var connection: any Connection { context.connection }

    /// Notifies the receiver of an action, as the first of the kinds that they have turned on. Skips receivers who
    /// may not see the subject or have muted the actor.
    func notify(
        _ receiver: Person.ID, _ kinds: [NotificationKind], of subject: NotificationSubject,
        by actor: Person.ID, at instant: Date
    ) throws {
        guard actor != receiver else { return }
        for kind in kinds where try mayNotify(receiver, by: actor, kind, of: subject) {
            return try add(
                actor, in: Group(receiver: receiver, kind: kind, subject: subject), at: instant)
        }
    }

    /// Notifies the receiver of something about themselves, unless they have turned the kind off. The receiver is the
    /// actor.
    func notifyOwner(
        _ receiver: Person.ID, _ kind: NotificationKind, of subject: NotificationSubject, at instant: Date
    ) throws {
        guard try mayNotify(receiver, by: receiver, kind, of: subject) else { return }
        try add(receiver, in: Group(receiver: receiver, kind: kind, subject: subject), at: instant)
    }

    /// Notifies the owner of the event's item of what happened to it.
    func notifyOwner(of event: LoggedEvent, _ kind: NotificationKind) throws {
        guard let item = event.item else { return }
        try notifyOwner(event.person, kind, of: .item(item), at: event.at)
    }

    /// Removes an actor from the notifications that match a condition on `notifications` and `actors`.
    func withdraw(_ actor: Person.ID, where condition: SQL) throws {
        let found = try connection.fetch(
            """
            SELECT notifications.id, notifications.receiver, \(SQL.mayShowActor)
            FROM notifications
            JOIN notification_actors AS actors ON actors.notification = notifications.id
            WHERE actors.person = \(actor) AND \(condition)
            """
        ) { (id: $0[0] as SocialNotification.ID, receiver: $0[1] as Person.ID, isShown: $0[2] as Bool) }
        for (id, receiver, isShown) in found {
            try connection.send(
                "DELETE FROM notification_actors WHERE notification = \(id) AND person = \(actor)")
            isReduced.insert(id)
            markChanged(id, of: receiver, isAnnounced: isShown)
        }
    }

    /// Deletes the notifications that match the condition. The end of a request or an invitation is always announced, so
    /// that a block looks like a cancelled request, or a withdrawn invitation.
    func delete(where condition: SQL) throws {
        let deleted = try connection.fetch(
            """
            SELECT notifications.id, notifications.receiver,
                notifications.request IS NOT NULL OR notifications.kind = \(NotificationKind.groupInvitation)
                    OR EXISTS (SELECT 1 FROM notification_actors AS actors
                    WHERE actors.notification = notifications.id AND \(SQL.mayShowActor))
            FROM notifications
            WHERE \(condition)
            """
        ) { (id: $0[0] as SocialNotification.ID, receiver: $0[1] as Person.ID, isShown: $0[2] as Bool) }
        guard !deleted.isEmpty else { return }
        try connection.send("DELETE FROM notifications WHERE id IN \(list: deleted.map(\.id))")
        unread.removeAll()
        for (id, receiver, isShown) in deleted {
            isReduced.insert(id)
            markChanged(id, of: receiver, isAnnounced: isShown)
        }
    }

    /// Makes the notifications of what a person earned show another item about the same, as they are: read ones stay read.
    func move(from old: FeedItem.ID, to new: FeedItem.ID, of owner: Person.ID) throws {
        let moved = try connection.fetch(
            "SELECT id FROM notifications WHERE \(SQL.isNotificationOfEarned(old, by: owner))"
        ) { $0[0] as SocialNotification.ID }
        guard !moved.isEmpty else { return }
        try connection.send(
            "UPDATE notifications SET item = \(new), subject = \(new) WHERE id IN \(list: moved)")
        unread.removeAll()
        for id in moved { markChanged(id, of: owner) }
    }

    /// Updates the time of changed notifications to their newest action, deletes those without actors, and announces
    /// the change to the receivers, unless the inbox did not show it.
    func finish() throws {
        for (id, receiver) in changed {
            if isReduced.contains(id) {
                try dateOrDelete(id)
            } else if let newest = newestActions[id] {
                try connection.send(
                    "UPDATE notifications SET at = \(newest) WHERE id = \(id) AND at < \(newest)")
            }
            guard isAnnounced.contains(id) else { continue }
            try context.append(
                LogEntry(kind: .notified, person: receiver, topic: receiver.uuid, subject: id.uuid))
        }
    }

    /// Dates the notification by the newest action that it shows; if it shows none now, by the newest of all.
    private func dateOrDelete(_ id: SocialNotification.ID) throws {
        let newest = try connection.fetchFirst(
            """
            SELECT MAX(CASE WHEN \(SQL.mayShowActor) THEN actors.at END), MAX(actors.at)
            FROM notifications
            JOIN notification_actors AS actors ON actors.notification = notifications.id
            WHERE notifications.id = \(id)
            """
        ) { ($0[0] as Date?) ?? ($0[1] as Date?) }
        if let newest = newest ?? nil {
            try connection.send("UPDATE notifications SET at = \(newest) WHERE id = \(id)")
        } else {
            try connection.send("DELETE FROM notifications WHERE id = \(id)")
        }
    }

    private func markChanged(
        _ id: SocialNotification.ID, of receiver: Person.ID, isAnnounced: Bool = true
    ) {
        if isChanged.insert(id).inserted { changed.append((id, receiver)) }
        if isAnnounced { self.isAnnounced.insert(id) }
    }

    private func add(_ actor: Person.ID, in group: Group, at instant: Date) throws {
        // A later action may already have been added, and read.
        if context.isRetry, try hasNewer(than: instant, of: actor, in: group) { return }
        let id = try unread[group] ?? stored(group) ?? insert(group, at: instant)
        unread[group] = id
        try connection.send(
            """
            INSERT INTO notification_actors (notification, person, at) VALUES (\(id), \(actor), \(instant))
            ON CONFLICT (notification, person) DO UPDATE SET at = excluded.at
            """)
        newestActions[id] = max(newestActions[id] ?? instant, instant)
        markChanged(id, of: group.receiver)
    }

    private func hasNewer(than instant: Date, of actor: Person.ID, in group: Group) throws -> Bool {
        try connection.exists(
            """
            SELECT 1
            FROM notifications
            JOIN notification_actors AS actors ON actors.notification = notifications.id
            WHERE notifications.receiver = \(group.receiver) AND notifications.kind = \(group.kind)
                AND notifications.subject = \(group.subject.id(for: group.receiver))
                AND actors.person = \(actor) AND actors.at >= \(instant)
            """)
    }

    private func stored(_ group: Group) throws -> SocialNotification.ID? {
        try connection.fetchFirst(
            """
            SELECT id
            FROM notifications
            WHERE receiver = \(group.receiver) AND kind = \(group.kind)
                AND subject = \(group.subject.id(for: group.receiver)) AND day = \(group.subject.number)
                AND read_at IS NULL
            """
        ) { $0[0] as SocialNotification.ID }
    }

    private func insert(_ group: Group, at instant: Date) throws -> SocialNotification.ID {
        let id = SocialNotification.ID.new(at: context.now, using: context.environment.random)
        let subject = group.subject
        try connection.send(
            """
            INSERT INTO notifications (id, receiver, kind, subject, day, item, comment, request, group_id, at)
            VALUES (\(id), \(group.receiver), \(group.kind), \(subject.id(for: group.receiver)),
                \(subject.number), \(subject.item), \(subject.comment), \(subject.request),
                \(subject.group), \(instant))
            """)
        return id
    }

    /// Whether the receiver exists, has the kind turned on, has not muted the actor, may read what the actor wrote or
    /// their name, and may see the item. To minors and people of unknown age, only items of friends and their own come.
    private func mayNotify(
        _ receiver: Person.ID, by actor: Person.ID, _ kind: NotificationKind, of subject: NotificationSubject
    ) throws -> Bool {
        let isShown: SQL = """
            (\(SQL.isAdult("\(receiver)", at: context.now)) OR \(SQL.isKnown("items.owner", to: receiver)))
            """
        let seesItem: SQL =
            subject.item.map { "AND \(SQL.seesItem("\($0)", receiver, at: context.now, where: isShown))" }
            ?? .empty
        return try connection.exists(
            """
            SELECT 1
            FROM people AS receivers
            WHERE id = \(receiver) AND username IS NOT NULL
                AND EXISTS (SELECT 1 FROM people AS actors WHERE actors.id = \(actor))
                AND NOT EXISTS (SELECT 1 FROM notifications_off WHERE person = \(receiver) AND kind = \(kind))
                AND NOT \(SQL.hasMuted("\(receiver)", "\(actor)"))
                AND NOT \(SQL.isBlocked("\(receiver)", "\(actor)"))
                \(kind.mayReach(receiver, from: "\(actor)", at: context.now).map { "AND \($0)" as SQL } ?? .empty)
                \(seesItem)
            """)
    }
}

extension SQL {
    /// Whether the item exists at the instant and the viewer may see it.
    /// - Parameter condition: a further condition on the row of `items`.
    static func seesItem(
        _ item: SQL, _ viewer: Person.ID, at now: Date, where condition: SQL = "1 = 1"
    ) -> SQL {
        """
        EXISTS (SELECT 1 FROM items JOIN people ON people.id = items.owner
            WHERE items.id = \(item) AND \(condition) AND \(isVisible(to: viewer, at: now)))
        """
    }
}

extension SQL {
    /// Whether a text of the author, or their name beside a reaction, may reach the person: that of a friend always,
    /// that of others only if the person is an adult and the author is not a child.
    static func mayReceiveText(_ person: Person.ID, from author: SQL, at now: Date) -> SQL {
        """
            (\(isAdult("\(person)", at: now)) AND NOT \(isChild(author, at: now))
                OR \(isFriend(author, of: "\(person)")))
        """
    }
}

extension NotificationKind {
    /// Whether notifications of the kind may reach the person from the actor; nil if they reach all. Whether a member
    /// sees a child's row on a board decides whom the child overtakes.
    fileprivate func mayReach(_ person: Person.ID, from actor: SQL, at now: Date) -> SQL? {
        switch self {
        case .comment, .reply, .mention, .kudos, .bigKudos, .heart:
            SQL.mayReceiveText(person, from: actor, at: now)
        case .overtaken: "(\(SQL.isAdult("\(person)", at: now)) OR \(SQL.isFriend(actor, of: "\(person)")))"
        case .newFollower: "(NOT \(SQL.isChild(actor, at: now)) OR \(SQL.isFriend(actor, of: "\(person)")))"
        default: nil
        }
    }
}

extension NotificationKind: SQLEnum {}

extension SQL {
    /// Whether a row of `notifications` tells a person of the item that they earned.
    static func isNotificationOfEarned(_ item: FeedItem.ID, by owner: Person.ID) -> SQL {
        """
        notifications.item = \(item) AND notifications.receiver = \(owner)
            AND notifications.kind IN (\(NotificationKind.levelUp), \(NotificationKind.achievement))
        """
    }
}
