/// Who may see something its owner shares, from fewest to most.
public enum ItemVisibility: Int, Sendable, CaseIterable, Comparable {
    case `private` = 0
    case friends = 1
    case followers = 2
    case `public` = 3

    public static func < (left: ItemVisibility, right: ItemVisibility) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension ItemVisibility: Codable, LosslessStringConvertible {
    public init?(_ description: String) {
        guard let value = Self.allCases.first(where: { $0.description == description }) else { return nil }
        self = value
    }

    public var description: String {
        switch self {
        case .private: "private"
        case .friends: "friends"
        case .followers: "followers"
        case .public: "public"
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a visibility")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// How close a viewer is to an owner. The raw value is the lowest visibility that the viewer may see.
///
/// A viewer may see an item if its visibility, capped by its owner's ``Audience``, is at least the viewer's closeness.
/// Queries compare the same numbers.
public enum Closeness: Int, Sendable, CaseIterable {
    case me = 0
    case friend = 1
    case follower = 2
    case stranger = 3
    /// Either has blocked the other: nothing is ever as visible as this.
    case blocked = 4

    public init(isMe: Bool, isBlocked: Bool, follows: Bool, isFollowedBack: Bool) {
        if isMe {
            self = .me
        } else if isBlocked {
            self = .blocked
        } else if follows {
            self = isFollowedBack ? .friend : .follower
        } else {
            self = .stranger
        }
    }
}

/// The most open visibility that anything of a person can have, whatever the single thing says.
public enum Audience {
    /// A profile that is not public has followers whom it approved, and no strangers.
    ///
    /// A child's profile is never public, and only friends can follow a child, so what a child shares with
    /// followers, friends alone see.
    public static func of(_ privacyLevel: PrivacyLevel) -> ItemVisibility {
        privacyLevel == .public ? .public : .followers
    }
}

extension ItemVisibility {
    /// The one rule of who may see what. Everything that reads goes through it, here or as the same rule in SQL.
    /// - Parameters:
    ///   - closeness: how close the viewer is to the owner.
    ///   - audience: the owner's ``Audience``.
    ///   - item: the visibility of the thing itself.
    public static func allows(closeness: Closeness, audience: ItemVisibility, item: ItemVisibility) -> Bool {
        switch closeness {
        case .me: true
        case .blocked: false
        case .friend, .follower, .stranger: min(item, audience).rawValue >= closeness.rawValue
        }
    }
}
