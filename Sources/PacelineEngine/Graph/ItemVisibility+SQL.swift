import Foundation
import Paceline
import PacelineDatabase

// The visibility rule in SQL. It compares the same numbers as `ItemVisibility.allows`; a property test checks that both
// agree.

extension SQL {
    /// Whether the viewer may see the row of `items`, joined with its owner's row of `people`, at the instant.
    ///
    /// Looking up the edge is the most expensive part, so it comes last and is skipped for public items.
    static func isVisible(to viewer: Person.ID, at now: Date) -> SQL {
        """
        \(isUnexpired(at: now))
        AND (items.owner = \(viewer) OR (
            NOT \(isBlocked("\(viewer)", "items.owner"))
            AND (items.visibility = 3 AND people.audience = 3 OR EXISTS (
                SELECT 1
                FROM edges
                WHERE follower = \(viewer) AND followee = items.owner
                    AND items.visibility >= 2 - is_mutual AND people.audience >= 2 - is_mutual))))
        """
    }

    /// Whether an item of the visibility reaches the person, apart from blocks. Needs the owner's row of `people`.
    static func reaches(_ person: SQL, with visibility: SQL) -> SQL {
        """
        (\(visibility) = 3 AND people.audience = 3 OR EXISTS (
            SELECT 1
            FROM edges
            WHERE follower = \(person) AND followee = people.id
                AND \(visibility) >= 2 - is_mutual AND people.audience >= 2 - is_mutual))
        """
    }

    /// Whether the row of `items` has not expired.
    static func isUnexpired(at now: Date) -> SQL { "(items.expires_at IS NULL OR items.expires_at > \(now))" }
}

extension Transaction {
    /// Whether the viewer may see the row of `items`, joined with its owner's row of `people`, now.
    var isVisible: SQL { .isVisible(to: viewer.id, at: now) }
}

extension Connection {
    /// How close the viewer is to the owner.
    func closeness(from viewer: Person.ID, to owner: Person.ID) throws -> Closeness {
        if viewer == owner { return .me }
        let isBlocked = try isBlocked(viewer, owner)
        let isMutual = try edge(from: viewer, to: owner)?.isMutual
        return Closeness(
            isMe: false, isBlocked: isBlocked, follows: isMutual != nil, isFollowedBack: isMutual ?? false)
    }
}
