import Paceline

extension PrivacyLevel: JSONWritable {}
extension Relationship: JSONWritable {}

extension Person: WireObject {
    public static let schemaName = "Person"
    public static let schema = JSONSchema.object(of: Person.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Person>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("username", { $0.username }, .string)
        visitor.field("displayName", { $0.displayName }, .string)
        visitor.field("bio", { $0.bio }, .string)
        visitor.field("avatarURL", { $0.avatarURL }, .string)
        visitor.field("headerURL", { $0.headerURL }, .string)
        visitor.field("isVerified", { $0.isVerified }, .boolean)
        visitor.field("privacyLevel", { $0.privacyLevel }, .choice(of: PrivacyLevel.self))
        visitor.field("joinedAt", { $0.joinedAt }, .instant)
        visitor.field("friendCount", { $0.friendCount }, .count)
        visitor.field("followerCount", { $0.followerCount }, .count)
        visitor.field("followingCount", { $0.followingCount }, .count)
        visitor.field("stats", { $0.stats }, .component(PersonStats.self))
        visitor.field(
            "showsWorkoutDetails", { $0.showsWorkoutDetails }, .boolean,
            "Whether others see the details of this person's workouts.")
        visitor.field(
            "relationship", { $0.relationship }, .choice(of: Relationship.self),
            "Your relationship to this person.")
        visitor.field(
            "notifications", { $0.notifications }, .boolean,
            "Whether you are notified of what this person publishes. Present if you follow them.")
    }
}

extension PersonStats: WireObject {
    public static let schemaName = "PersonStats"
    public static let schema = JSONSchema.object(of: PersonStats.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<PersonStats>) {
        visitor.field("workouts", { $0.workouts }, .count)
        visitor.field(
            "distance", { $0.distance }, .amount, "Metres; 0 if this person hides the details of workouts.")
        visitor.field(
            "volume", { $0.volume }, .amount,
            "Kilograms lifted; 0 if this person hides the details of workouts.")
        visitor.field("duration", { $0.duration }, .amount, "Seconds.")
        visitor.field("xp", { $0.xp }, .count, "0 if this person hides the details of workouts.")
        visitor.field(
            "level", { $0.level }, .integer(1...Int.max),
            "Absent if this person hides the details of workouts.")
        visitor.field(
            "currentStreak", { $0.currentStreak }, .count,
            "Days in a row with a workout of at least ten minutes, up to today or yesterday.")
        visitor.field("longestStreak", { $0.longestStreak }, .count, "The most such days in a row.")
        visitor.field("favouriteType", { $0.favouriteType }, .workoutType)
        visitor.field(
            "weeklyAverage", { $0.weeklyAverage }, .amount,
            "Workouts per week since the week of the first one."
        )
    }
}
