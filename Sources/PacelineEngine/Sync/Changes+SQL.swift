import Foundation
import Paceline
import PacelineDatabase

/// A stored change that the viewer may receive.
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
    /// Changes after the cursor, up to the position that the consumer has reached, oldest first. Index:
    /// `changes_in_order`.
    ///
    /// The upper bound matters after a retried event, whose changes are dated by the retry and may lie beyond the
    /// consumer's position.
    ///
    /// Reads only the oldest few changes of each source, so that a viewer who was away for long reads no more than a
    /// page.
    func changes(after cursor: ChangeCursor, upTo end: LogPosition, limit: Int) throws -> [StoredChange] {
        let isAfter: SQL = """
            changes.reach >= sources.least
            AND (changes.tx, changes.sequence) > (sources.tx, sources.sequence)
            AND (changes.tx, changes.sequence) <= (\(end.transaction), \(end.sequence))
            AND (changes.tx, changes.sequence, changes.kind, changes.subject)
                > (\(cursor.position.transaction), \(cursor.position.sequence), \(cursor.kind), \(cursor.subject))
            \(try isByShownPeople)
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

    /// An `AND` condition that excludes changes by people whose comments, rows, reactions or memberships are hidden
    /// from the viewer; empty when there are none.
    ///
    /// The owner of a group sees all members, except those who left by a block.
    private var isByShownPeople: SQL {
        get throws {
            guard try viewer.mayMissComments else { return .empty }
            let author: SQL = "changes.author"
            let isAboutRow: SQL = "changes.kind IN (\(Change.Kind.board), \(Change.Kind.season))"
            return """
                AND (\(isAboutRow)
                        \(try SQL.showsRow(of: author, in: "changes.topic", to: viewer))
                    OR NOT \(isAboutRow)
                        AND (\(author) = changes.subject
                            OR 1 = 1 \(try SQL.showsComments(by: author, to: viewer))))
                \(try isByShownActor)
                """
        }
    }

    private var isByShownActor: SQL {
        get throws {
            let actor: SQL = "changes.actor"
            let isOwnGroup: SQL = "changes.topic IN (SELECT id FROM groups WHERE owner = \(viewer.id))"
            return """
                AND (\(actor) = changes.subject
                    OR changes.kind = \(Change.Kind.group)
                        AND (\(isOwnGroup) OR 1 = 1 \(try SQL.isNotHidden(actor, from: viewer)))
                    OR changes.kind <> \(Change.Kind.group)
                        AND 1 = 1 \(try SQL.showsReactions(by: actor, to: viewer)))
                """
        }
    }

    /// How far each source has to be read for a page, for databases without lateral joins.
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

    /// The viewer, the people they follow and have not muted, and their groups; with the minimum visibility to receive
    /// and the start of each.
    ///
    /// Changes that are older than the current relationship are skipped: they were not the viewer's to see, or are
    /// reloaded with the change of the relationship.
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
