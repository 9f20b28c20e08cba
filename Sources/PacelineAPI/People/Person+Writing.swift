import Paceline

extension PrivacyLevel: JSONWritable {}
extension Relationship: JSONWritable {}

extension Person: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("username", username)
        writer.field("displayName", displayName)
        writer.field("bio", bio)
        writer.field("avatarURL", avatarURL)
        writer.field("headerURL", headerURL)
        writer.field("isVerified", isVerified)
        writer.field("privacyLevel", privacyLevel)
        writer.field("joinedAt", joinedAt)
        writer.field("friendCount", friendCount)
        writer.field("followerCount", followerCount)
        writer.field("followingCount", followingCount)
        writer.field("stats", stats)
        writer.field("relationship", relationship)
        writer.field("notifications", notifications)
        writer.endObject()
    }

    public func json() throws -> [UInt8] { try writtenJSON() }
}

extension PersonStats: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("workouts", workouts)
        writer.field("distance", distance)
        writer.field("volume", volume)
        writer.field("duration", duration)
        writer.field("xp", xp)
        writer.field("level", level)
        writer.field("currentStreak", currentStreak)
        writer.field("longestStreak", longestStreak)
        writer.field("favouriteType", favouriteType)
        writer.field("weeklyAverage", weeklyAverage)
        writer.endObject()
    }
}
