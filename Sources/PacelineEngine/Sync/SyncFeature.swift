import Paceline
import PacelineDatabase

extension EngineFeature {
    /// The change feed, from which clients synchronize.
    static let sync = EngineFeature(
        baseline: syncSchema,
        steps: [
            SchemaStep(25, "changes by people who may be hidden", hiddenActors),
            SchemaStep(40, "items received from people not followed", receivedItems),
            SchemaStep(43, "receipts of commands", receipts),
        ],
        tables: [
            StoredTable(
                "changes",
                people: [
                    "topic": .expires, "subject": .expires, "author": .expires, "actor": .expires,
                ],
                // A day longer than tokens last, since servers' clocks may differ.
                lifetime: .limited(
                    RetentionRule(
                        key: "topic, kind, subject, reach, author, actor", instant: "at",
                        lifetime: Double(ChangeToken.lifetimeInDays + 1) * RetentionRule.day)),
                export: .derived),
            // Longer than receipts, since the last use is stored with a precision of one day.
            StoredTable(
                "devices", people: ["person": .cascade],
                lifetime: .limited(
                    RetentionRule(
                        key: "person, device", instant: "used_at",
                        lifetime: CommandReceipt.lifetime + 2 * RetentionRule.day)),
                export: .operational),
            StoredTable(
                "receipts", people: ["person": .cascade],
                lifetime: .limited(
                    RetentionRule(
                        key: "person, device, number", instant: "at", lifetime: CommandReceipt.lifetime)),
                export: .operational),
        ],
        consumers: [ChangeConsumer()])

    // A person who may be hidden from viewers has their own row of each object that they change: `author` wrote the
    // comment or is the player, `actor` reacted, or is the member who came or left. A viewer who receives a row must be
    // able to see both. In most rows, both columns contain the subject.
    private static let hiddenActors: [SQL] = [
        "ALTER TABLE changes RENAME TO earlier_changes",
        """
        CREATE TABLE changes (
            topic \(type: .id) NOT NULL,
            kind \(type: .text) NOT NULL,
            subject \(type: .id) NOT NULL,
            reach \(type: .integer) NOT NULL CHECK (reach BETWEEN 0 AND 3),
            author \(type: .id) NOT NULL,
            actor \(type: .id) NOT NULL,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL,
            at \(type: .integer) NOT NULL,
            PRIMARY KEY (topic, kind, subject, reach, author, actor)
        )\(.strictByPrimaryKey)
        """,
        """
        INSERT INTO changes (topic, kind, subject, reach, author, actor, tx, sequence, at)
        SELECT topic, kind, subject, reach, COALESCE(author, subject), subject, tx, sequence, at
        FROM earlier_changes
        """,
        "DROP TABLE earlier_changes",
        "CREATE INDEX changes_in_order ON changes (topic, tx, sequence, kind, subject)",
        "CREATE INDEX changes_by_age ON changes (at)",
    ]

    // Finds people who received an item because they reacted to it, without following its owner. Also contains the
    // private items of owners.
    private static let receivedItems: [SQL] = [
        "CREATE INDEX changes_received ON changes (subject, topic) WHERE kind = 'item' AND reach = 0"
    ]

    // The commands that devices sent, so that none runs twice. A receipt without an answer belongs to a command whose
    // answer the device has acknowledged.
    private static let receipts: [SQL] = [
        """
        CREATE TABLE devices (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            device \(type: .id) NOT NULL,
            acknowledged \(type: .integer) NOT NULL CHECK (acknowledged >= 0),
            used_at \(type: .integer) NOT NULL,
            PRIMARY KEY (person, device)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX devices_by_use ON devices (used_at)",
        """
        CREATE TABLE receipts (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            device \(type: .id) NOT NULL,
            number \(type: .integer) NOT NULL CHECK (number > 0),
            fingerprint \(type: .bytes) NOT NULL,
            status \(type: .integer) NOT NULL,
            answer \(type: .text),
            at \(type: .integer) NOT NULL,
            PRIMARY KEY (person, device, number)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX receipts_by_age ON receipts (at)",
    ]

    private static let syncSchema: [SQL] = [
        // The last change of each object, by owner and visibility. Rows older than 90 days are not needed. Step 25 adds
        // people to the key.
        """
        CREATE TABLE changes (
            topic \(type: .id) NOT NULL,
            kind \(type: .text) NOT NULL,
            subject \(type: .id) NOT NULL,
            reach \(type: .integer) NOT NULL CHECK (reach BETWEEN 0 AND 3),
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL,
            at \(type: .integer) NOT NULL,
            author \(type: .id),
            PRIMARY KEY (topic, kind, subject, reach)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX changes_in_order ON changes (topic, tx, sequence, kind, subject)",
        "CREATE INDEX changes_by_age ON changes (at)",
    ]
}
