import Paceline
import PacelineDatabase

/// The names of a friend, for pickers.
public struct FriendName: Sendable, Equatable {
    public let username: String
    public let displayName: String
}

extension Session {
    /// The names of the viewer's latest friends, for a picker. Much faster than ``friends(of:_:)``, which reads whole
    /// cards.
    public func friendNames(limit: Int) async throws -> [FriendName] {
        try await read { transaction in
            let viewer = transaction.viewer
            return try transaction.connection.fetch(
                """
                SELECT people.username, people.display_name
                FROM edges
                JOIN people ON people.id = edges.followee
                WHERE edges.follower = \(viewer.id) AND edges.is_mutual = 1 AND people.username IS NOT NULL
                    \(SQL.isNotHidden("people.id", from: viewer))
                ORDER BY edges.created_at DESC, edges.followee DESC
                LIMIT \(limit)
                """
            ) { FriendName(username: $0[0], displayName: $0[1]) }
        }
    }
}
