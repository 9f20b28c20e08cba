import Foundation
import Paceline
import PacelineDatabase

/// That something changed which the viewer follows, as it is kept.
struct StoredChange {
    let position: LogPosition
    let kind: Change.Kind
    let subject: UUID

    init(_ row: inout Row) {
        position = LogPosition(transaction: row.next(), sequence: row.next())
        kind = row.next()
        subject = row.next()
    }
}

extension Transaction {
    /// What changed after the place and up to where the log has been followed, oldest first: at most so many rows.
    /// Index: `changes_in_order`.
    ///
    /// A retried event marks where the log was when it was retried, which may lie ahead of what has been followed.
    ///
    /// Each source is asked for its own oldest few, so that whoever has been away for long reads no more than a page.
    func changes(after cursor: ChangeCursor, upTo end: LogPosition, limit: Int) throws -> [StoredChange] {
        let hidden = try viewer.hidden
        let isAfter: SQL = """
            changes.reach >= sources.least
            AND (changes.tx, changes.sequence) > (sources.tx, sources.sequence)
            AND (changes.tx, changes.sequence) <= (\(end.transaction), \(end.sequence))
            AND (changes.tx, changes.sequence, changes.kind, changes.subject)
                > (\(cursor.position.transaction), \(cursor.position.sequence), \(cursor.kind), \(cursor.subject))
            \(hidden.isEmpty ? .empty : "AND (changes.author IS NULL OR changes.author NOT IN \(list: hidden))")
            """
        let columns: SQL = "changes.tx, changes.sequence, changes.kind, changes.subject"
        let found: SQL =
            connection.canJoinLaterally
            ? """
            SELECT \(columns)
            FROM sources
            CROSS JOIN LATERAL (
                SELECT \(columns)
                FROM changes
                WHERE changes.topic = sources.topic AND \(isAfter)
                ORDER BY \(columns)
                LIMIT \(limit)) AS changes
            """
            : """
            SELECT \(columns)
            FROM bounded_sources AS sources
            CROSS JOIN changes
            WHERE changes.topic = sources.topic AND changes.sequence <= sources.until AND \(isAfter)
            """
        return try connection.fetch(
            """
            WITH sources (topic, least, tx, sequence) AS (\(changeSources))\
            \(connection.canJoinLaterally ? .empty : boundedSources(isAfter, limit))
            \(found)
            ORDER BY \(columns)
            LIMIT \(limit)
            """, StoredChange.init)
    }

    /// Up to where a source need be read for a page, where no join can be cut short.
    private func boundedSources(_ isAfter: SQL, _ limit: Int) -> SQL {
        """
        ,
        bounded_sources AS MATERIALIZED (
            SELECT topic, least, tx, sequence, COALESCE((
                SELECT changes.sequence
                FROM changes
                WHERE changes.topic = sources.topic AND \(isAfter)
                ORDER BY changes.tx, changes.sequence
                LIMIT 1 OFFSET \(limit - 1)), \(Int64.max)) AS until
            FROM sources
        )
        """
    }

    /// The viewer, those whom they follow and have not muted, and their groups; with the least visibility that is told
    /// of each, and from where on.
    ///
    /// What became of somebody's things before the viewer came to stand to them as now is not told: it was not theirs
    /// to see, or it is loaded anew with the change of the edge.
    private var changeSources: SQL {
        let since = { (column: SQL) -> SQL in
            """
            COALESCE((
                SELECT \(column)
                FROM changes
                WHERE topic = \(viewer.id) AND kind = 'edge' AND subject = edges.followee AND reach = 0), 0)
            """
        }
        return """
            SELECT \(viewer.id), 0, 0, 0
            UNION ALL
            SELECT group_id, 0, 0, 0 FROM group_members WHERE person = \(viewer.id)
            UNION ALL
            SELECT followee, 2 - is_mutual, \(since("tx")), \(since("sequence"))
            FROM edges
            WHERE follower = \(viewer.id)
                AND NOT \(SQL.hasMuted("\(viewer.id)", "edges.followee"))
            """
    }
}
