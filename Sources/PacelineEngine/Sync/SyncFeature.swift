import Paceline
import PacelineDatabase

extension EngineFeature {
    /// The change feed, from which clients synchronize.
    static let sync = EngineFeature(
        baseline: syncSchema,
        tables: [
            StoredTable(
                "changes", people: ["topic": .expires, "subject": .expires, "author": .expires],
                // A day longer than tokens last, since servers' clocks may differ.
                lifetime: .limited(
                    RetentionRule(
                        key: "topic, kind, subject, reach", instant: "at",
                        lifetime: Double(ChangeToken.lifetimeInDays + 1) * RetentionRule.day)),
                export: .derived)
        ],
        consumers: [ChangeConsumer()])

    private static let syncSchema: [SQL] = [
        // The last change of each object, by owner and visibility. `author` is the person who must be visible to a
        // viewer who receives it. Rows older than 90 days are not needed.
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
