import Paceline
import PacelineDatabase

extension EngineFeature {
    /// What a copy of the community has to learn.
    static let sync = EngineFeature(
        baseline: syncSchema,
        tables: [
            StoredTable(
                "changes", people: ["topic": .expires, "subject": .expires, "author": .expires],
                // A day longer than tokens are good, since servers may differ on the time.
                lifetime: .limited(
                    RetentionRule(
                        key: "topic, kind, subject, reach", instant: "at",
                        lifetime: Double(ChangeToken.lifetimeInDays + 1) * RetentionRule.day)),
                export: .derived)
        ],
        followers: [ChangeFollower()])

    private static let syncSchema: [SQL] = [
        // When each thing last changed, by whose it is and how openly: one row however often it changes. `author` is
        // the person who must exist for a viewer who receives it. Rows of the last 90 days are needed, older ones are not.
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
