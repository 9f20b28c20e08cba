import PacelineDatabase

extension Schema {
    /// What callers have used of their rate limits, where several servers share a database. It is worth nothing after a
    /// minute, so PostgreSQL need not keep it safe: a crash empties it.
    ///
    /// `until` is when all of it will have been used up at an even pace, `changed_at` when a server last said so; both
    /// are milliseconds on the database's clock.
    static let limits: [SQL] = [
        .forDialect(
            sqlite: .empty,
            postgres: """
                CREATE UNLOGGED TABLE limit_uses (
                    name TEXT COLLATE "C" NOT NULL,
                    caller BYTEA NOT NULL,
                    until BIGINT NOT NULL,
                    changed_at BIGINT NOT NULL,
                    PRIMARY KEY (name, caller))
                """),
        .forDialect(
            sqlite: .empty, postgres: "CREATE INDEX limit_uses_by_change ON limit_uses (changed_at)"),
    ]
}
