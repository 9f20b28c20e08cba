import PacelineDatabase

extension Schema {
    static let sync: [SQL] = [
        // When each thing last changed, by whose it is and how openly: one row however often it changes. `author` is
        // whoever must exist for a viewer who is told of it. Rows of the last 90 days are needed, older ones are not.
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
