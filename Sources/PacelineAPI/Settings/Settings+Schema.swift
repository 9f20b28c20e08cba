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
        .required("showOnLeaderboards", .boolean))
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
        .optional("showOnLeaderboards", .boolean))
}
