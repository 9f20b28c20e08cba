import Paceline

extension Person: WireValue {
    public static let schemaName = "Person"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("username", .string),
        .required("displayName", .string),
        .optional("bio", .string),
        .optional("avatarURL", .string),
        .optional("headerURL", .string),
        .optional("isVerified", .boolean),
        .optional("privacyLevel", .choice(of: PrivacyLevel.self)),
        .optional("joinedAt", .instant),
        .required("friendCount", .count),
        .optional("followerCount", .count),
        .optional("followingCount", .count),
        .optional("stats", .component(PersonStats.self)),
        .optional("relationship", .choice(of: Relationship.self), "How the viewer stands to this person."),
        .optional(
            "notifications", .boolean,
            "Whether the viewer has asked to be told of what this person, whom they follow, publishes."))
}

extension PersonStats: WireValue {
    public static let schemaName = "PersonStats"
    public static let schema = Schema.object(
        .required("workouts", .count),
        .required("distance", .amount, "Metres."),
        .required("volume", .amount, "Kilograms lifted."),
        .required("duration", .amount, "Seconds."),
        .required("xp", .count),
        .required("level", .count),
        .required("currentStreak", .count, "Days in a row with a workout, up to today or yesterday."),
        .required("longestStreak", .count),
        .optional("favouriteType", .workoutType),
        .required("weeklyAverage", .amount, "Workouts a week since the week of the first one."))
}
