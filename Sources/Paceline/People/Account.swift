import Foundation

/// The viewer's own account: profile, private data and settings.
///
/// ```swift
/// let account = try await session.me()
/// ```
public struct Account: Sendable, Equatable, Codable, Identifiable {
    public var id: Person.ID
    /// Nil until chosen. Social features need a username.
    public var username: String?
    /// 1 to 50 characters.
    public var displayName: String
    /// Up to 500 characters.
    public var bio: String?
    public var avatarURL: String?
    public var headerURL: String?
    public var isVerified: Bool
    public var privacyLevel: PrivacyLevel
    public var joinedAt: Date
    public var friendCount: Int
    public var followerCount: Int
    public var followingCount: Int
    public var stats: PersonStats
    public var email: String?
    /// Up to 100 characters.
    public var fullName: String?
    public var birthDate: Day?
    /// An IANA name, such as `Europe/Ljubljana`. Determines when the person's days start.
    public var timeZone: String
    public var createdAt: Date
    public var updatedAt: Date
    public var lastSignInAt: Date
    public var settings: AccountSettings

    public init(
        id: Person.ID, username: String?, displayName: String, bio: String?, avatarURL: String?,
        headerURL: String?, isVerified: Bool, privacyLevel: PrivacyLevel, joinedAt: Date, friendCount: Int,
        followerCount: Int, followingCount: Int, stats: PersonStats, email: String?, fullName: String?,
        birthDate: Day?, timeZone: String, createdAt: Date, updatedAt: Date, lastSignInAt: Date,
        settings: AccountSettings
    ) {
        self.id = id
        self.username = username
        self.displayName = displayName
        self.bio = bio
        self.avatarURL = avatarURL
        self.headerURL = headerURL
        self.isVerified = isVerified
        self.privacyLevel = privacyLevel
        self.joinedAt = joinedAt
        self.friendCount = friendCount
        self.followerCount = followerCount
        self.followingCount = followingCount
        self.stats = stats
        self.email = email
        self.fullName = fullName
        self.birthDate = birthDate
        self.timeZone = timeZone
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastSignInAt = lastSignInAt
        self.settings = settings
    }
}

/// Changes to the viewer's account. Nil keeps a value; an empty text clears an optional one.
///
/// ```swift
/// _ = try await session.update(AccountChanges(bio: "Rows.", timeZone: "Europe/Ljubljana"), ifMatch: nil)
/// ```
public struct AccountChanges: Sendable, Equatable, Codable {
    public var displayName: String?
    public var bio: String?
    public var email: String?
    public var fullName: String?
    /// Can be set only once.
    public var birthDate: Day?
    public var timeZone: String?
    public var privacyLevel: PrivacyLevel?

    public init(
        displayName: String? = nil, bio: String? = nil, email: String? = nil, fullName: String? = nil,
        birthDate: Day? = nil, timeZone: String? = nil, privacyLevel: PrivacyLevel? = nil
    ) {
        self.displayName = displayName
        self.bio = bio
        self.email = email
        self.fullName = fullName
        self.birthDate = birthDate
        self.timeZone = timeZone
        self.privacyLevel = privacyLevel
    }

    /// Checks and normalises every value.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public func checked() throws(SocialError) -> AccountChanges {
        var checked = self
        if let displayName { checked.displayName = try TextRule.displayName.check(displayName) }
        if let bio { checked.bio = try TextRule.bio.check(bio) }
        if let fullName { checked.fullName = try TextRule.fullName.check(fullName) }
        if let email { checked.email = try Self.checked(email: email) }
        if let timeZone, TimeZone(identifier: timeZone) == nil || timeZone.utf8.count > 64 {
            throw SocialError(
                .invalidValue,
                "“\(timeZone.prefix(64))” is not a time zone. Use a name such as Europe/Ljubljana.",
                field: "timeZone")
        }
        return checked
    }

    private static func checked(email: String) throws(SocialError) -> String {
        let trimmed = try TextRule(field: "email", length: 0...254).check(email)
        let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false)
        let labels = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard
            trimmed.isEmpty
                || parts.count == 2 && !parts[0].isEmpty && labels.count >= 2 && !labels.contains("")
                    && !trimmed.contains(where: \.isWhitespace)
        else {
            throw SocialError(.invalidValue, "That is not an e-mail address.", field: "email")
        }
        return trimmed
    }
}
