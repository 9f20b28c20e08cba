import Paceline
import PacelineDatabase

extension AccountSettings {
    /// The columns. Needs `settings` and `people`.
    static let columns: SQL = """
        settings.email_notifications, settings.push_notifications, settings.workout_visibility,
        settings.score_visibility, settings.has_chosen_score_visibility, settings.allow_messages,
        settings.content_filter, people.shows_workout_stats, people.shows_workout_details,
        settings.allow_friend_requests, settings.follow_approval, settings.show_on_leaderboards,
        settings.weekly_distance, settings.weekly_volume, settings.weekly_minutes
        """

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        self.init(
            emailNotifications: row.next(), pushNotifications: row.next(), workoutVisibility: row.next(),
            scoreVisibility: row.next(), hasChosenScoreVisibility: row.next(), allowMessages: row.next(),
            contentFilter: row.next(), showWorkoutStats: row.next(), showWorkoutDetails: row.next(),
            allowFriendRequests: row.next(), followApproval: row.next(), showOnLeaderboards: row.next(),
            weeklyGoal: WeeklyGoal(distance: row.next(), volume: row.next(), minutes: row.next()))
    }
}

extension Connection {
    func save(_ settings: AccountSettings, of person: Person.ID) throws {
        try send("DELETE FROM settings WHERE person = \(person)")
        try send(
            """
            INSERT INTO settings (person, email_notifications, push_notifications, workout_visibility,
                score_visibility, has_chosen_score_visibility, allow_messages, content_filter,
                allow_friend_requests, follow_approval, show_on_leaderboards, weekly_distance, weekly_volume,
                weekly_minutes)
            VALUES (\(person), \(settings.emailNotifications), \(settings.pushNotifications),
                \(settings.workoutVisibility), \(settings.scoreVisibility),
                \(settings.hasChosenScoreVisibility), \(settings.allowMessages), \(settings.contentFilter),
                \(settings.allowFriendRequests), \(settings.followApproval), \(settings.showOnLeaderboards),
                \(settings.weeklyGoal.distance), \(settings.weeklyGoal.volume),
                \(settings.weeklyGoal.minutes))
            """)
        try send(
            """
            UPDATE people
            SET shows_workout_stats = \(settings.showWorkoutStats),
                shows_workout_details = \(settings.showWorkoutDetails), content_filter = \(settings.contentFilter)
            WHERE id = \(person)
            """)
    }
}
