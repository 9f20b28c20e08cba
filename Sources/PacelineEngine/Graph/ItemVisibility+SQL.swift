import Foundation
import Paceline
import PacelineDatabase

// The visibility rule as SQL: the same numbers compared as in `ItemVisibility.allows`, with those of ``Closeness``.
// A property test holds them against each other row by row.

extension SQL {
    /// Whether the viewer may see the row of `items`, joined with the `people` row of its owner, at the instant.
    ///
    /// Nothing is as dear as to look for an edge among all of them, so that comes last: a stranger sees what is public.
    static func isVisible(to viewer: Person.ID, at now: Date) -> SQL {
        """
        \(isKept(at: now))
        AND (items.owner = \(viewer) OR (
            NOT \(isBlocked("\(viewer)", "items.owner"))
            AND (items.visibility = 3 AND people.audience = 3 OR EXISTS (
                SELECT 1
                FROM edges
                WHERE follower = \(viewer) AND followee = items.owner
                    AND items.visibility >= 2 - is_mutual AND people.audience >= 2 - is_mutual))))
        """
    }

    /// Whether the row of `items` is still there for people: its last instant has not come.
    static func isKept(at now: Date) -> SQL { "(items.expires_at IS NULL OR items.expires_at > \(now))" }
}

extension Transaction {
    /// Whether the viewer may see the row of `items` now, joined with the `people` row of its owner.
    var isVisible: SQL { .isVisible(to: viewer.id, at: now) }
}

extension Connection {
    /// How near the viewer stands to the owner.
    func closeness(from viewer: Person.ID, to owner: Person.ID) throws -> Closeness {
        if viewer == owner { return .me }
        let isBlocked = try isBlocked(viewer, owner)
        let isMutual = try edge(from: viewer, to: owner)?.isMutual
        return Closeness(
            isMe: false, isBlocked: isBlocked, follows: isMutual != nil, isFollowedBack: isMutual ?? false)
    }
}
