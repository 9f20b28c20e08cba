import Paceline
import PacelineDatabase

extension Connection {
    /// Has new events stand behind those of a log that was written on another PostgreSQL, whose transactions had higher
    /// numbers: one that was restored from a dump, or copied.
    func continueLog() throws {
        guard !hasOneWriter else { return }
        let offset = try fetchFirst(
            """
            SELECT last.tx + 1 - pg_snapshot_xmax(pg_current_snapshot())::text::bigint
            FROM (
                SELECT GREATEST((SELECT MAX(tx) FROM events), (SELECT MAX(tx) FROM log_positions)) AS tx) AS last
            WHERE last.tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + log_offset()
            """
        ) { $0[0] as Int64 }
        guard let offset else { return }
        try execute(
            """
            CREATE OR REPLACE FUNCTION log_offset() RETURNS BIGINT LANGUAGE SQL STABLE
            AS 'SELECT \(verbatim: String(offset))::BIGINT'
            """)
    }
}
