import Paceline
import PacelineReplica

extension HybridSession {
    /// Stops sharing new workouts and scores: makes them private unless they set their own visibility, and makes no
    /// group active. What is published stays as it is, and so do memberships.
    ///
    /// It works without a connection: ``SyncStatus/sharing`` is ``SyncStatus/Sharing/off`` at once, and workouts and
    /// scores that are published from then on are private.
    /// - Throws: ``SocialError/Code/limitReached`` if too many changes are queued, ``SocialError/Code/unavailable`` if
    ///   the file cannot be used.
    public func stopSharing() async throws {
        _ = try await services.update(
            SettingsChanges(workoutVisibility: .private, scoreVisibility: .private))
        try await services.setActiveGroup(nil)
    }
}

extension SyncStatus.Sharing {
    init(_ sharing: ReplicaSharing) {
        let settings = sharing.settings
        let isShown = settings.workoutVisibility >= .friends || settings.scoreVisibility >= .friends
        guard isShown || settings.scoreVisibility == .groups else {
            self = .off
            return
        }
        let active = sharing.groups.first(where: \.isActive)
        // Without an active group, scores that only groups count still count in all of them.
        let group = isShown ? active : active ?? sharing.groups.first
        self = group.map { .group(title: $0.title) } ?? (isShown ? .friends : .off)
    }
}
