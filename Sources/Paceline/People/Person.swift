import Foundation

/// A person as the viewer sees them. Fields the viewer may not see are nil.
///
/// ```swift
/// let mira = try await session.person(.username("mira"))
/// if mira.relationship == .notFriends { showAddFriendButton() }
/// ```
public struct Person: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<Person>

    public var id: ID
    /// The username, without `@`.
    public var username: String
    /// The name to show.
    public var displayName: String
    /// The bio; nil for none.
    public var bio: String?
    /// The URL of the avatar; nil for none.
    public var avatarURL: String?
    /// The URL of the header picture; nil for none.
    public var headerURL: String?
    /// Whether the operator verified the account.
    public var isVerified: Bool?
    /// Who can see the profile.
    public var privacyLevel: PrivacyLevel?
    /// When the person signed up.
    public var joinedAt: Date?
    /// The number of friends.
    public var friendCount: Int
    /// The number of followers, friends included.
    public var followerCount: Int?
    /// The number of people followed, friends included.
    public var followingCount: Int?
    /// Totals; nil if the viewer cannot see them.
    public var stats: PersonStats?
    /// Whether others see the details of the person's workouts. When it changes, load the workouts again. See
    /// ``AccountSettings/showWorkoutDetails``.
    public var showsWorkoutDetails: Bool?
    /// The viewer's relationship to this person; nil in lists that leave it out.
    public var relationship: Relationship?
    /// Whether the viewer is notified when this person publishes something; nil when the viewer does not follow them
    /// and where ``relationship`` is nil.
    public var notifications: Bool?
    /// The rating of ``displayName``, until it is shown to a reader.
    package var nameRating = TextRating.harmless
    /// The rating of ``bio``, until it is shown to a reader.
    package var bioRating = TextRating.harmless

    private enum CodingKeys: String, CodingKey {
        case id, username, displayName, bio, avatarURL, headerURL, isVerified, privacyLevel, joinedAt,
            friendCount,
            followerCount, followingCount, stats, showsWorkoutDetails, relationship, notifications
    }

    public init(
        id: ID, username: String, displayName: String, bio: String? = nil, avatarURL: String? = nil,
        headerURL: String? = nil, isVerified: Bool? = nil, privacyLevel: PrivacyLevel? = nil,
        joinedAt: Date? = nil, friendCount: Int, followerCount: Int? = nil, followingCount: Int? = nil,
        stats: PersonStats? = nil, showsWorkoutDetails: Bool? = nil, relationship: Relationship? = nil,
        notifications: Bool? = nil
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
        self.showsWorkoutDetails = showsWorkoutDetails
        self.relationship = relationship
        self.notifications = notifications
    }
}

/// Who may see a profile, and whether people can find it.
///
/// ```swift
/// _ = try await session.update(AccountChanges(privacyLevel: .friends), ifMatch: nil)
/// ```
public enum PrivacyLevel: String, Sendable, Codable, CaseIterable {
    /// Everyone can see the profile, and follow at once unless ``AccountSettings/followApproval`` is on.
    case `public`
    /// Strangers see only the name; following needs approval.
    case friends
    /// Like ``friends``, and left out of search and suggestions.
    case `private`
}

/// A reference to a person: an id, `@username`, or `me`.
///
/// ```swift
/// let mine = try await session.workouts(of: .me, PageRequest())
/// let miras = try await session.workouts(of: .username("mira"), PageRequest())
/// ```
public enum PersonReference: Hashable, Sendable, LosslessStringConvertible {
    /// The viewer.
    case me
    /// A person by id.
    case id(Person.ID)
    /// A person by username, without `@`.
    case username(String)

    public init?(_ description: String) {
        if description == "me" {
            self = .me
        } else if description.hasPrefix("@"), description.utf8.count <= 64 {
            self = .username(String(description.dropFirst()).lowercased())
        } else if let id = Person.ID(description) {
            self = .id(id)
        } else {
            return nil
        }
    }

    public var description: String {
        switch self {
        case .me: "me"
        case .id(let id): id.description
        case .username(let username): "@" + username
        }
    }
}
