import Paceline

extension ReplicaStore {
    /// With whom the viewer shares, in the view; nil before the account is loaded.
    package func sharing() async throws -> ReplicaSharing? {
        try await read { transaction in
            guard let account = try transaction.account() else { return nil }
            let overlay = try transaction.overlay()
            let groups = try transaction.things(LeaderboardGroup.self, .group).compactMap {
                overlay.group($0.value)
            }
            return ReplicaSharing(
                settings: overlay.account(account).settings, groups: groups.filter(\.isSharing))
        }
    }
}

/// With whom a person shares what they publish.
package struct ReplicaSharing: Sendable {
    package let settings: AccountSettings
    /// The groups with which they share.
    package let groups: [LeaderboardGroup]
}
