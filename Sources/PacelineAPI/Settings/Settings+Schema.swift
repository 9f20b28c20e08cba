import Paceline

extension Settings: WireValue {
    public static let schemaName = "Settings"
    public static let schema = Schema.object(
        .required("emailNotifications", .boolean),
        .required("pushNotifications", .boolean),
        .required("workoutVisibility", .visibility),
        .required("allowMessages", .choice(of: MessagePermission.self)),
        .required("contentFilter", .choice(of: ContentFilter.self)),
        .required("showWorkoutStats", .boolean),
        .required("allowFriendRequests", .boolean),
        .required("showOnLeaderboards", .boolean),
        .required("weeklyGoal", .component(WeeklyGoal.self), "What to reach from Monday to Sunday."))
}

extension SettingsChanges: WireValue {
    public static let schemaName = "SettingsChanges"
    public static let schema = Schema.object(
        .optional("emailNotifications", .boolean),
        .optional("pushNotifications", .boolean),
        .optional("workoutVisibility", .visibility),
        .optional("allowMessages", .choice(of: Settings.MessagePermission.self)),
        .optional("contentFilter", .choice(of: Settings.ContentFilter.self)),
        .optional("showWorkoutStats", .boolean),
        .optional("allowFriendRequests", .boolean),
        .optional("showOnLeaderboards", .boolean),
        .optional("weeklyGoal", .component(WeeklyGoal.self), "All measures of it at once."))
}

extension WeeklyGoal: WireValue {
    public static let schemaName = "WeeklyGoal"
    public static let schema = Schema.object(
        .required("distance", .integer(Range.distance), "Metres; 0 for no goal."),
        .required("volume", .integer(Range.volume), "Kilograms lifted; 0 for no goal."),
        .required("minutes", .integer(Range.minutes), "Minutes; 0 for no goal."))
}
