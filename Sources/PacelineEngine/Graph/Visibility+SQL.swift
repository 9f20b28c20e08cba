import Foundation
import Paceline
import PacelineDatabase

// The visibility rule as SQL: the same numbers compared as in `Visibility.allows`, which is held against this row
// by row by a property test.

extension SQL {
    /// The ``Reach`` between the viewer and the owner in the column.
    static func reach(from viewer: Person.ID, to owner: String) -> SQL {
        """
        CASE
            WHEN \(verbatim: owner) = \(viewer) THEN 0
            WHEN EXISTS (SELECT 1 FROM blocks WHERE blocker = \(verbatim: owner) AND blocked = \(viewer))
                OR EXISTS (SELECT 1 FROM blocks WHERE blocker = \(viewer) AND blocked = \(verbatim: owner)) THEN 4
            ELSE COALESCE(
                (SELECT 2 - is_mutual FROM edges WHERE follower = \(viewer) AND followee = \(verbatim: owner)), 3)
        END
        """
    }

    /// Whether the viewer may see the row of `items`, joined with the `people` row of its owner, at the instant.
    static func isVisible(to viewer: Person.ID, at now: Date) -> SQL {
        let least = SQL.forDialect(
            sqlite: "MIN(items.visibility, people.audience)",
            postgres: "LEAST(items.visibility, people.audience)")
        return """
            \(isKept(at: now))
            AND (items.owner = \(viewer) OR \(least) >= \(reach(from: viewer, to: "items.owner")))
            """
    }

    /// Whether the row of `items` is still there for people: its last instant has not come.
    static func isKept(at now: Date) -> SQL { "(items.expires_at IS NULL OR items.expires_at > \(now))" }

    /// Whether the person in the column exists for the viewer.
    static func isNotHidden(_ person: String, from viewer: Viewer) -> SQL {
        viewer.hidden.isEmpty ? .empty : "AND \(verbatim: person) NOT IN \(list: viewer.hidden)"
    }
}

extension Transaction {
    /// Whether the viewer may see the row of `items` now, joined with the `people` row of its owner.
    var isVisible: SQL { .isVisible(to: viewer.id, at: now) }
}

extension Connection {
    /// How near the viewer stands to the owner.
    func reach(from viewer: Person.ID, to owner: Person.ID) throws -> Reach {
        if viewer == owner { return .me }
        let isBlocked = try exists(
            """
            SELECT 1 FROM blocks WHERE blocker = \(owner) AND blocked = \(viewer)
            UNION ALL
            SELECT 1 FROM blocks WHERE blocker = \(viewer) AND blocked = \(owner)
            """)
        let isMutual = try edge(from: viewer, to: owner)?.isMutual
        return Reach(
            isMe: false, isBlocked: isBlocked, follows: isMutual != nil, isFollowedBack: isMutual ?? false)
    }
}
