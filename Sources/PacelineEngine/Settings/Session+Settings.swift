import Paceline
import PacelineDatabase

extension Session {
    public func settings() async throws -> AccountSettings {
        try await read(as: .account) { try $0.account().settings }
    }

    public func update(_ changes: SettingsChanges) async throws -> AccountSettings {
        try await write(as: .account) { try $0.update(changes) }
    }
}

extension Transaction {
    func update(_ changes: SettingsChanges) throws -> AccountSettings {
        let account = try account()
        if account.username == nil { try connection.add(.settings, of: viewer.id) }
        let old = account.settings
        let settings = try changes.applied(to: old, ageGroup: age(of: viewer.id))
        if old.showOnLeaderboards, !settings.showOnLeaderboards { try hideOvertaking() }
        try connection.save(settings, of: viewer.id)
        let isPublic =
            settings.showWorkoutStats != old.showWorkoutStats
            || settings.showWorkoutDetails != old.showWorkoutDetails
        if isPublic || settings.showOnLeaderboards != old.showOnLeaderboards {
            try connection.rebuildStandings(of: viewer.id, at: now)
        }
        if isPublic { try connection.reopenTrainingSeasons(of: [viewer.id], at: now) }
        if old.sharesAchievements, !settings.sharesAchievements { try Achievements(self).hideItems() }
        try connection.bumpVersion(of: viewer.id, at: now)
        let me = viewer.id.uuid
        try log(isPublic ? .changedPublicSettings : .changedSettings, me)
        return settings
    }
}

extension Transaction {
    /// Announces changed inboxes to friends whom the viewer has overtaken, since the viewer leaves their boards.
    private func hideOvertaking() throws {
        try announceHiding(
            ofNotificationsWhere: """
                notifications.kind = \(NotificationKind.overtaken) AND notifications.group_id IS NULL
                    AND notifications.id IN (
                        SELECT notification FROM notification_actors WHERE person = \(viewer.id))
                """)
    }
}

extension AccountSettings {
    /// Whether others see what the person earned: see ``SQL/sharesAchievements``.
    fileprivate var sharesAchievements: Bool { showWorkoutStats && showWorkoutDetails }
}
