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
    /// The URL of the avatar; nil for none.
    public var avatarURL: String?
    /// The URL of the header picture; nil for none.
    public var headerURL: String?
    /// Whether the operator verified the account.
    public var isVerified: Bool
    /// Who can see the profile. At first ``PrivacyLevel/public`` for adults, ``PrivacyLevel/friends`` from 13 to 17 and
    /// without a birth date, and ``PrivacyLevel/private`` for children.
    public var privacyLevel: PrivacyLevel
    /// When the person signed up.
    public var joinedAt: Date
    /// The number of friends.
    public var friendCount: Int
    /// The number of followers, friends included.
    public var followerCount: Int
    /// The number of people followed, friends included.
    public var followingCount: Int
    /// Totals over all own workouts.
    public var stats: PersonStats
    /// The email address; nil if not given. No one else sees it.
    public var email: String?
    /// Whether the person confirmed that messages to ``email`` reach them. A server that sends mail then sends notices
    /// about the security of the account there, and links with which to choose a new password.
    public var isEmailConfirmed: Bool
    /// Up to 100 characters.
    public var fullName: String?
    /// The birth date; nil if not given, which leaves the person out of search, suggestions and global leaderboards. No
    /// one else sees it.
    public var birthDate: Day?
    /// An IANA name, such as `Europe/Ljubljana`; `UTC` until set. Determines when the person's days start. A change
    /// applies to workouts when the present day ends.
    public var timeZone: String
    /// When the account was created.
    public var createdAt: Date
    /// When the account was last changed.
    public var updatedAt: Date
    /// When the person last signed in.
    public var lastSignInAt: Date
    /// A secret of the account, from which imports derive the ids of workouts. It never changes. Others cannot find out
    /// which workouts were imported by trying their ids, since they do not know it.
    public var importKey: String
    /// What the person may do as one of the staff; nil for people without a role. No one else sees it, except
    /// administrators.
    public var role: StaffRole?
    /// The settings.
    public var settings: AccountSettings
    /// True while the display name or the bio waits, because of a word or a link that the content filter holds for 72
    /// hours: others see the username, and no bio. Nil otherwise.
    public var isWaiting: Bool?

    public init(
        id: Person.ID, username: String?, displayName: String, bio: String?, avatarURL: String?,
        headerURL: String?, isVerified: Bool, privacyLevel: PrivacyLevel, joinedAt: Date, friendCount: Int,
        followerCount: Int, followingCount: Int, stats: PersonStats, email: String?, isEmailConfirmed: Bool,
        fullName: String?, birthDate: Day?, timeZone: String, createdAt: Date, updatedAt: Date,
        lastSignInAt: Date,
        importKey: String, role: StaffRole? = nil, settings: AccountSettings, isWaiting: Bool? = nil
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
        self.isEmailConfirmed = isEmailConfirmed
        self.fullName = fullName
        self.birthDate = birthDate
        self.timeZone = timeZone
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastSignInAt = lastSignInAt
        self.importKey = importKey
        self.role = role
        self.settings = settings
        self.isWaiting = isWaiting
    }
}

/// Changes to the viewer's account. Nil keeps a value; an empty text clears an optional one.
///
/// ```swift
/// _ = try await session.update(AccountChanges(bio: "Rows.", timeZone: "Europe/Ljubljana"), ifMatch: nil)
/// ```
public struct AccountChanges: Sendable, Equatable, Codable {
    /// The new display name; see ``DisplayName``.
    public var displayName: String?
    /// The new bio, up to 500 characters.
    public var bio: String?
    /// The new email address. It needs a sign-in or ``AccountService/reauthenticate(with:)`` of the last ten minutes. A
    /// server that sends mail sends a link there, which confirms the address.
    public var email: String?
    /// The new full name, up to 100 characters.
    public var fullName: String?
    /// The birth date. It can be set only once; an administrator can correct it. Set before the username, it gives the
    /// account the initial settings of that age.
    public var birthDate: Day?
    /// The new time zone, an IANA name such as `Europe/Ljubljana`.
    public var timeZone: String?
    /// The new privacy level. ``PrivacyLevel/public`` needs a birth date.
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
    /// - Throws: ``SocialError/Code/invalidValue`` or ``SocialError/Code/nameReserved``, naming the field.
    public func checked() throws(SocialError) -> AccountChanges { try checked(in: .none) }

    /// Checks and normalises every value, in a community with names of its own.
    package func checked(in community: CommunityNames) throws(SocialError) -> AccountChanges {
        let (checked, found) = normalised(in: community)
        try found.throwFirst()
        return checked
    }

    /// The errors of all values, for a form that shows them at once; empty if ``checked()`` succeeds.
    public var errors: [SocialError] { normalised(in: .none).found.errors }

    private func normalised(
        in community: CommunityNames
    ) -> (checked: AccountChanges, found: ErrorCollector) {
        var (checked, found) = (self, ErrorCollector())
        if let displayName {
            checked.displayName = found.check { () throws(SocialError) in
                try DisplayName(displayName, in: community).description
            }
        }
        if let bio { checked.bio = found.check { () throws(SocialError) in try TextRule.bio.check(bio) } }
        if let fullName {
            checked.fullName = found.check { () throws(SocialError) in try TextRule.fullName.check(fullName) }
        }
        if let email {
            checked.email = found.check { () throws(SocialError) in try Self.checked(email: email) }
        }
        if let timeZone { found.check { () throws(SocialError) in try Self.check(timeZone: timeZone) } }
        return (checked, found)
    }

    /// Whether it is a name of the IANA time zone database. Foundation also takes abbreviations such as `PST`, which
    /// other platforms may not know, and offsets such as `GMT+18:00`, in which a day could begin before it does anywhere.
    package static func isKnown(timeZone: String) -> Bool {
        guard timeZone.utf8.count <= 64, TimeZone(identifier: timeZone) != nil else { return false }
        guard let slash = timeZone.firstIndex(of: "/") else { return zonesWithoutArea.contains(timeZone) }
        return zoneAreas.contains(String(timeZone[..<slash])) && timeZone != "Etc/Unknown"
    }

    /// What stands before the slash in the names of the database.
    private static let zoneAreas: Set = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil", "Canada",
        "Chile", "Etc", "Europe", "Indian", "Mexico", "Pacific", "US",
    ]

    /// The names of the database without an area, except `Factory`, which stands for a zone that was never set.
    private static let zonesWithoutArea: Set = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT", "GMT+0",
        "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan",
        "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland",
        "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC", "Universal", "W-SU", "WET", "Zulu",
    ]

    private static func check(timeZone: String) throws(SocialError) {
        guard isKnown(timeZone: timeZone) else {
            throw SocialError(
                .invalidValue,
                "“\(timeZone.prefix(64))” is not a time zone. Use a name such as Europe/Ljubljana.",
                field: "timeZone")
        }
    }

    private static func checked(email: String) throws(SocialError) -> String {
        let trimmed = try TextRule.email.check(email)
        let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false)
        let labels = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard
            trimmed.isEmpty
                || parts.count == 2 && !parts[0].isEmpty && labels.count >= 2 && !labels.contains("")
                    && !trimmed.contains(where: \.isWhitespace)
        else {
            throw SocialError(.invalidValue, "That is not an email address.", field: "email")
        }
        return trimmed
    }
}
