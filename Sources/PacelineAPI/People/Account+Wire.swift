import Paceline

extension Account: WireObject {
    public static let schemaName = "Account"
    public static let schema = JSONSchema.object(of: Account.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Account>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("username", { $0.username }, .string, "Absent until chosen.")
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
        visitor.field("email", { $0.email }, .string)
        visitor.field(
            "isEmailConfirmed", { $0.isEmailConfirmed }, .boolean,
            "Whether the person opened the link that was sent to the address.")
        visitor.field("fullName", { $0.fullName }, .string)
        visitor.field("birthDate", { $0.birthDate }, .day)
        visitor.field("timeZone", { $0.timeZone }, .string, "An IANA name; it determines the calendar day.")
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("updatedAt", { $0.updatedAt }, .instant)
        visitor.field("lastSignInAt", { $0.lastSignInAt }, .instant)
        visitor.field(
            "importKey", { $0.importKey }, .string, "A secret. Imports derive the ids of workouts from it.")
        visitor.field("role", { $0.role }, .choice(of: StaffRole.self), "Present for the staff.")
        visitor.field("settings", { $0.settings }, .component(AccountSettings.self))
        visitor.field(
            "isWaiting", { $0.isWaiting }, .boolean,
            "Present while the content filter holds the display name or the bio: others do not see it.")
    }
}

extension AccountChanges: WireObject {
    public static let schemaName = "AccountChanges"
    public static let schema = JSONSchema.object(of: AccountChanges.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<AccountChanges>) {
        visitor.field("displayName", { $0.displayName }, .text(.displayName))
        visitor.field("bio", { $0.bio }, .text(.bio))
        visitor.field("email", { $0.email }, .string(length: 0...254))
        visitor.field("fullName", { $0.fullName }, .text(.fullName))
        visitor.field(
            "birthDate", { $0.birthDate }, .day, "Can be set once; an administrator can correct it.")
        visitor.field(
            "timeZone", { $0.timeZone }, .string(length: 1...64), "An IANA name, such as Europe/Ljubljana.")
        visitor.field("privacyLevel", { $0.privacyLevel }, .choice(of: PrivacyLevel.self))
    }
}

/// The body that sets a username.
public struct UsernameBody: WireObject, Equatable {
    public var username: String

    public static let schemaName = "UsernameChoice"
    public static let schema = JSONSchema.object(of: UsernameBody.self)

    public init(username: String) {
        self.username = username
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<UsernameBody>) {
        visitor.field("username", { $0.username }, .username)
    }
}

extension UsernameAvailability: WireObject {
    public static let schemaName = "UsernameAvailability"
    public static let schema = JSONSchema.object(of: UsernameAvailability.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<UsernameAvailability>) {
        visitor.field("username", { $0.username }, .string)
        visitor.field("available", { $0.available }, .boolean)
        visitor.field(
            "reason", { $0.reason }, .errorCode,
            "If unavailable, the code of the error that choosing it would return.")
    }
}

extension FriendCodeLink: WireObject {
    public static let schemaName = "FriendCode"
    public static let schema = JSONSchema.object(of: FriendCodeLink.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<FriendCodeLink>) {
        visitor.field("code", { $0.code }, .string)
        visitor.field("url", { $0.url }, .string)
    }
}

/// The body that claims the code of a ``FriendCard``.
public struct FriendCardClaim: WireObject, Equatable {
    /// The secret of the device that made the card.
    public var secret: String

    public static let schemaName = "FriendCardClaim"
    public static let schema = JSONSchema.object(of: FriendCardClaim.self)

    public init(secret: String) {
        self.secret = secret
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<FriendCardClaim>) {
        visitor.field("secret", { $0.secret }, .string(pattern: .deviceSecret))
    }
}
