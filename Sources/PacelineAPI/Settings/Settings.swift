import Paceline

extension API {
    public static let settings = Endpoint<NoParameters, NoParameters, EmptyBody, AccountSettings>(
        .get, "/v1/me/settings", id: "settings", .settings, "Get your settings",
        .account { services, _ in try await services.settings() })

    public static let updateSettings = Endpoint<NoParameters, NoParameters, SettingsChanges, AccountSettings>(
        .patch, "/v1/me/settings", id: "updateSettings", .settings, "Update your settings",
        notes: "Absent fields do not change. `available` names those with an effect.",
        errors: [.ageRestricted, .birthDateRequired], queueing: .always,
        .account { try await $0.update($1.body) })
}

extension AccountSettings.MessagePermission: JSONWritable {}
extension AccountSettings.ContentFilter: JSONWritable {}
extension AccountSettings.Field: JSONWritable {}

extension AccountSettings: WireObject {
    public static let schemaName = "Settings"
    public static let schema = JSONSchema.object(of: AccountSettings.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<AccountSettings>) {
        visitor.field("emailNotifications", { $0.emailNotifications }, .boolean)
        visitor.field("pushNotifications", { $0.pushNotifications }, .boolean)
        visitor.field("workoutVisibility", { $0.workoutVisibility }, .visibility)
        visitor.field(
            "scoreVisibility", { $0.scoreVisibility }, .choice(of: ScoreVisibility.self),
            "Of new scores. `groups` counts on the boards of your groups, and no one else sees the score.")
        visitor.field(
            "hasChosenScoreVisibility", { $0.hasChosenScoreVisibility }, .boolean,
            "False for an account that is older than this setting, until it is set.")
        visitor.field("allowMessages", { $0.allowMessages }, .choice(of: MessagePermission.self))
        visitor.field("contentFilter", { $0.contentFilter }, .choice(of: ContentFilter.self))
        visitor.field("showWorkoutStats", { $0.showWorkoutStats }, .boolean, "Totals on your profile.")
        visitor.field(
            "showWorkoutDetails", { $0.showWorkoutDetails }, .boolean, FieldSummary.showWorkoutDetails)
        visitor.field("allowFriendRequests", { $0.allowFriendRequests }, .boolean)
        visitor.field("followApproval", { $0.followApproval }, .boolean, FieldSummary.followApproval)
        visitor.field("showOnLeaderboards", { $0.showOnLeaderboards }, .boolean)
        visitor.field(
            "weeklyGoal", { $0.weeklyGoal }, .component(WeeklyGoal.self),
            "The goal for Monday to Sunday.")
        visitor.field(
            "available", { $0.available }, .array(of: .choice(of: Field.self)),
            "The settings that have an effect on this server. Show only these; the others are only stored.")
    }
}

extension SettingsChanges: WireObject {
    public static let schemaName = "SettingsChanges"
    public static let schema = JSONSchema.object(of: SettingsChanges.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SettingsChanges>) {
        visitor.field("emailNotifications", { $0.emailNotifications }, .boolean)
        visitor.field("pushNotifications", { $0.pushNotifications }, .boolean)
        visitor.field("workoutVisibility", { $0.workoutVisibility }, .visibility)
        visitor.field(
            "scoreVisibility", { $0.scoreVisibility }, .choice(of: ScoreVisibility.self),
            "Published scores keep theirs.")
        visitor.field(
            "allowMessages", { $0.allowMessages }, .choice(of: AccountSettings.MessagePermission.self))
        visitor.field("contentFilter", { $0.contentFilter }, .choice(of: AccountSettings.ContentFilter.self))
        visitor.field("showWorkoutStats", { $0.showWorkoutStats }, .boolean, "Totals on your profile.")
        visitor.field(
            "showWorkoutDetails", { $0.showWorkoutDetails }, .boolean, FieldSummary.showWorkoutDetails)
        visitor.field("allowFriendRequests", { $0.allowFriendRequests }, .boolean)
        visitor.field("followApproval", { $0.followApproval }, .boolean, FieldSummary.followApproval)
        visitor.field("showOnLeaderboards", { $0.showOnLeaderboards }, .boolean)
        visitor.field(
            "weeklyGoal", { $0.weeklyGoal }, .component(WeeklyGoal.self), "Replaces the whole goal.")
    }
}

extension WeeklyGoal: WireObject {
    public static let schemaName = "WeeklyGoal"
    public static let schema = JSONSchema.object(of: WeeklyGoal.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WeeklyGoal>) {
        visitor.field("distance", { $0.distance }, .integer(Range.distance), "Metres; 0 for no goal.")
        visitor.field("volume", { $0.volume }, .integer(Range.volume), "Kilograms lifted; 0 for no goal.")
        visitor.field("minutes", { $0.minutes }, .integer(Range.minutes), "Minutes; 0 for no goal.")
    }
}
