import PacelineDatabase

extension Schema {
    static let log: [SQL] = [
        // What happened, appended in the transaction in which it happened. `person` is who did it, `subject` what it
        // was done to, `other` the person it concerns besides.
        """
        CREATE TABLE events (
            sequence \(type: .sequence),
            at \(type: .integer) NOT NULL,
            kind \(type: .text) NOT NULL,
            person \(type: .id) NOT NULL,
            subject \(type: .id) NOT NULL,
            other \(type: .id)
        )\(.strict)
        """,
        // Answers to writes that may be sent again, for a day.
        """
        CREATE TABLE idempotency_keys (
            person \(type: .id) NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            key \(type: .text) NOT NULL,
            fingerprint \(type: .bytes) NOT NULL,
            answer \(type: .text) NOT NULL,
            created_at \(type: .integer) NOT NULL,
            PRIMARY KEY (person, key)
        )\(.strictByPrimaryKey)
        """,
        "CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)",
        // Keys that every server of a community shares.
        """
        CREATE TABLE secrets (
            name \(type: .text) NOT NULL PRIMARY KEY,
            value \(type: .bytes) NOT NULL
        )\(.strictByPrimaryKey)
        """,
    ]
}
