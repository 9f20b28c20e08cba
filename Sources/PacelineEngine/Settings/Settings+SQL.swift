import Paceline
import PacelineDatabase

extension SQL {
    static let settingsColumns: SQL = """
        email_notifications, push_notifications, workout_visibility, allow_messages, content_filter,
        show_workout_stats, allow_friend_requests, show_on_leaderboards, weekly_distance, weekly_volume,
        weekly_minutes
        """
}

extension Settings {
    init(_ row: Row) {
        self.init(
            emailNotifications: row[0], pushNotifications: row[1], workoutVisibility: row[2],
            allowMessages: row[3],
            contentFilter: row[4], showWorkoutStats: row[5], allowFriendRequests: row[6],
            showOnLeaderboards: row[7],
            weeklyGoal: WeeklyGoal(distance: row[8], volume: row[9], minutes: row[10]))
    }
}

extension Connection {
    func save(_ settings: Settings, of person: Person.ID) throws {
        try send("DELETE FROM settings WHERE person = \(person)")
        try send(
            """
            INSERT INTO settings (person, \(SQL.settingsColumns))
            VALUES (\(person), \(settings.emailNotifications), \(settings.pushNotifications),
                \(settings.workoutVisibility), \(settings.allowMessages), \(settings.contentFilter),
                \(settings.showWorkoutStats), \(settings.allowFriendRequests), \(settings.showOnLeaderboards),
                \(settings.weeklyGoal.distance), \(settings.weeklyGoal.volume),
                \(settings.weeklyGoal.minutes))
            """)
    }
}
