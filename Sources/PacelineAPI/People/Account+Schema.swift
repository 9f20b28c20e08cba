import Paceline

extension Account: WireValue {
    public static let schemaName = "Account"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .optional("username", .string, "Absent until it is chosen."),
        .required("displayName", .string),
        .optional("bio", .string),
        .optional("avatarURL", .string),
        .optional("headerURL", .string),
        .required("isVerified", .boolean),
        .required("privacyLevel", .choice(of: PrivacyLevel.self)),
        .required("joinedAt", .instant),
        .required("friendCount", .count),
        .required("followerCount", .count),
        .required("followingCount", .count),
        .required("stats", .component(PersonStats.self)),
        .optional("email", .string),
        .optional("fullName", .string),
        .optional("birthDate", .day),
        .required("timeZone", .string, "An IANA name: it decides what a day is."),
        .required("createdAt", .instant),
        .required("updatedAt", .instant),
        .required("lastSignInAt", .instant),
        .required("settings", .component(Settings.self)))
}

extension AccountChanges: WireValue {
    public static let schemaName = "AccountChanges"
    public static let schema = Schema.object(
        .optional("displayName", .text(.displayName)),
        .optional("bio", .text(.bio)),
        .optional("email", .string(length: 0...254)),
        .optional("fullName", .text(.fullName)),
        .optional("birthDate", .day, "May be set once."),
        .optional("timeZone", .string(length: 1...64), "An IANA name, such as Europe/Ljubljana."),
        .optional("privacyLevel", .choice(of: PrivacyLevel.self)))
}

/// A username that somebody chooses.
public struct UsernameBody: WireValue, Equatable {
    public var username: String

    public static let schemaName = "UsernameChoice"
    public static let schema = Schema.object(.required("username", .username))

    public init(username: String) {
        self.username = username
    }
}

extension UsernameAvailability: WireValue {
    public static let schemaName = "UsernameAvailability"
    public static let schema = Schema.object(
        .required("username", .string),
        .required("available", .boolean),
        .optional("reason", .errorCode, "The code of the error that choosing it would give."))
}

extension FriendCodeLink: WireValue {
    public static let schemaName = "FriendCode"
    public static let schema = Schema.object(.required("code", .string), .required("url", .string))
}
