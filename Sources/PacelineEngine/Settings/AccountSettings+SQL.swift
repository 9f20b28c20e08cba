import Paceline
import PacelineDatabase

extension AccountSettings {
    static let columns: SQL = """
        email_notifications, push_notifications, workout_visibility, score_visibility,
        has_chosen_score_visibility, allow_messages, content_filter, show_workout_stats,
        allow_friend_requests, show_on_leaderboards, weekly_distance, weekly_volume, weekly_minutes
        """

    /// Reads the ``columns``.
    init(_ row: inout Row) {
        self.init(
            emailNotifications: row.next(), pushNotifications: row.next(), workoutVisibility: row.next(),
            scoreVisibility: row.next(), hasChosenScoreVisibility: row.next(), allowMessages: row.next(),
            contentFilter: row.next(), showWorkoutStats: row.next(), allowFriendRequests: row.next(),
            showOnLeaderboards: row.next(),
            weeklyGoal: WeeklyGoal(distance: row.next(), volume: row.next(), minutes: row.next()))
    }
}

extension Connection {
    func save(_ settings: AccountSettings, of person: Person.ID) throws {
        try send("DELETE FROM settings WHERE person = \(person)")
        try send(
            """
            INSERT INTO settings (person, \(AccountSettings.columns))
            VALUES (\(person), \(settings.emailNotifications), \(settings.pushNotifications),
                \(settings.workoutVisibility), \(settings.scoreVisibility),
                \(settings.hasChosenScoreVisibility), \(settings.allowMessages), \(settings.contentFilter),
                \(settings.showWorkoutStats), \(settings.allowFriendRequests), \(settings.showOnLeaderboards),
                \(settings.weeklyGoal.distance), \(settings.weeklyGoal.volume),
                \(settings.weeklyGoal.minutes))
            """)
    }
}
