import Paceline
import PacelineDatabase

extension EngineFeature {
    /// Notifications, grouped by kind and subject.
    static let notifications = EngineFeature(
        baseline: notificationsSchema,
        tables: [
            StoredTable(
                "notifications", people: ["receiver": .cascade, "subject": .withRow],
                cascadesFrom: [
                    "item": "items", "comment": "comments", "request": "requests", "group_id": "groups",
                ],
                lifetime: .limited(
                    RetentionRule(key: "id", instant: "at", lifetime: SocialNotification.lifetime)),
                export: .exported(to: ["receiver"])),
            StoredTable(
                "notification_actors", people: ["person": .cascade],
                cascadesFrom: ["notification": "notifications"], export: .exported(with: "notifications")),
            StoredTable("notifications_off", people: ["person": .cascade], export: .exported(to: ["person"])),
            StoredTable(
                "overtaking_points", people: ["person": .cascade], lifetime: .replaced, export: .derived),
        ],
        consumers: [NotificationConsumer()])

    private static let notificationsSchema: [SQL] = [
        // `subject` and `day` identify the group of actions that share the row: the item, comment, request or group, or
        // the receiver when only the day matters (0 for no day, the age for notifications about it). The row is deleted
        // with its subject.
        """
        CREATE TABLE notifications (
            id \(type: .id) NOT NULL PRIMARY KEY,
            receiver \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            kind \(type: .text) NOT NULL,
            subject \(type: .id) NOT NULL,
            day \(type: .integer) NOT NULL DEFAULT 0,
            item \(type: .id) REFERENCES items (id) ON DELETE CASCADE,
            comment \(type: .id) REFERENCES comments (id) ON DELETE CASCADE,
            request \(type: .id) REFERENCES requests (id) ON DELETE CASCADE,
            group_id \(type: .id) REFERENCES groups (id) ON DELETE CASCADE,
            at \(type: .integer) NOT NULL,
            read_at \(type: .integer)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX notifications_by_receiver ON notifications (receiver, at DESC, id DESC)",
        // A read notification gets no more actors.
        """
        CREATE UNIQUE INDEX notifications_unread ON notifications (receiver, kind, subject, day)
        WHERE read_at IS NULL
        """,
        "CREATE INDEX notifications_by_age ON notifications (at)",
        "CREATE INDEX notifications_by_item ON notifications (item) WHERE item IS NOT NULL",
        "CREATE INDEX notifications_by_comment ON notifications (comment) WHERE comment IS NOT NULL",
        "CREATE INDEX notifications_by_request ON notifications (request) WHERE request IS NOT NULL",
        "CREATE INDEX notifications_by_group ON notifications (group_id) WHERE group_id IS NOT NULL",
        """
        CREATE TABLE notification_actors (
            notification \(type: .id) NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            at \(type: .integer) NOT NULL,
            PRIMARY KEY (notification, person)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX notification_actors_by_person ON notification_actors (person, at)",
        // Kinds that a person has turned off.
        """
        CREATE TABLE notifications_off (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            kind \(type: .text) NOT NULL,
            PRIMARY KEY (person, kind)
        )\(.strictByPrimaryKey)
        """,
        // A person's points of today and yesterday at the last check for overtaking.
        """
        CREATE TABLE overtaking_points (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            day \(type: .integer) NOT NULL,
            points \(type: .integer) NOT NULL,
            PRIMARY KEY (person, day)
        )\(.strictByPrimaryKey)
        """,
    ]
}
