import PacelineDatabase

extension Schema {
    static let log: [SQL] = [
        // The number of the first transaction of a restored database continues that of the one it was taken from.
        .forDialect(
            sqlite: .empty,
            postgres: "CREATE FUNCTION log_offset() RETURNS BIGINT LANGUAGE SQL STABLE AS 'SELECT 0::BIGINT'"),
        // What happened, appended in the transaction in which it happened. `person` is who did it, `topic` the person
        // or group whose thing it is, `subject` what it was done to, `item` the item that it happened on, `other` the
        // person it concerns besides, `reach` the most open visibility of the item before or after, `amount` a
        // score's points gained or, for kudos, whether they are big. `tx` is the transaction: PostgreSQL's end in
        // another order than they begin, SQLite's do not.
        """
        CREATE TABLE events (
            sequence \(type: .sequence),
            tx \(type: .integer) NOT NULL DEFAULT \(.forDialect(
                sqlite: "0", postgres: "(pg_current_xact_id()::text::bigint + log_offset())")),
            at \(type: .integer) NOT NULL,
            kind \(type: .text) NOT NULL,
            person \(type: .id) NOT NULL,
            topic \(type: .id) NOT NULL,
            subject \(type: .id) NOT NULL,
            item \(type: .id),
            other \(type: .id),
            reach \(type: .integer),
            amount \(type: .integer)
        )\(.strict)
        """,
        .forDialect(sqlite: .empty, postgres: "CREATE INDEX events_in_order ON events (tx, sequence)"),
        // How far those have come who follow the log, and where it begins.
        """
        CREATE TABLE log_positions (
            name \(type: .text) NOT NULL PRIMARY KEY,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
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

    /// Who is active is made from the log, from where it had been noted by everybody who wrote.
    static let activityFromLog: [SQL] = [
        """
        INSERT INTO log_positions (name, tx, sequence)
        SELECT 'activity', tx, sequence
        FROM log_positions
        WHERE name = 'notifications'
        """
    ]

    /// Events that a follower could not follow, at their places in the log.
    static let parkedEvents: [SQL] = [
        """
        CREATE TABLE parked_events (
            follower \(type: .text) NOT NULL,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL,
            error \(type: .text) NOT NULL,
            at \(type: .integer) NOT NULL,
            PRIMARY KEY (follower, tx, sequence)
        )\(.strictByPrimaryKey)
        """
    ]

    /// Everybody who writes appends to the log. Its order is key enough; a second index, by the number alone, was read by
    /// nobody.
    static let logByOrder: [SQL] = [
        .forDialect(
            sqlite: .empty,
            postgres: "ALTER TABLE events DROP CONSTRAINT events_pkey, ADD PRIMARY KEY (tx, sequence)"),
        .forDialect(sqlite: .empty, postgres: "DROP INDEX events_in_order"),
    ]
}
