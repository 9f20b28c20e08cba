/// Who may see an item, from most private to most open.
///
/// The owner's privacy level caps it: see ``Audience``.
///
/// ```swift
/// draft.visibility = .followers
/// if item.visibility < .public { showLock() }
/// ```
public enum ItemVisibility: Int, Sendable, CaseIterable, Comparable {
    /// Only the owner.
    case `private` = 0
    /// The owner and their friends.
    case friends = 1
    /// The owner, their friends and their followers.
    case followers = 2
    /// Everyone, if the profile is public.
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

/// How close a viewer is to an owner, as the lowest visibility that the viewer can see.
///
/// The raw values define the rule: *a viewer sees an item when its visibility, capped by the owner's ``Audience``, is
/// at least the viewer's closeness*. The SQL compares the same numbers.
public enum Closeness: Int, Sendable, CaseIterable {
    /// The viewer is the owner.
    case me = 0
    /// Each follows the other.
    case friend = 1
    /// The viewer follows the owner.
    case follower = 2
    /// The viewer does not follow the owner.
    case stranger = 3
    /// Either has blocked the other. Higher than any visibility, so nothing is visible.
    case blocked = 4

    /// Derives the closeness of two people from their stored edges.
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

/// The cap that a person's privacy level puts on the visibility of everything they share.
public enum Audience {
    /// Returns `public` for a public profile and `followers` for any other, since those approve their followers.
    ///
    /// Children need no case of their own: their profiles are never public, and only friends can follow them.
    public static func of(_ privacyLevel: PrivacyLevel) -> ItemVisibility {
        privacyLevel == .public ? .public : .followers
    }
}

extension ItemVisibility {
    /// Whether a viewer sees an item. Every read applies this rule, here or as its SQL equivalent.
    /// - Parameters:
    ///   - closeness: how close the viewer is to the owner.
    ///   - audience: the owner's ``Audience``.
    ///   - item: the item's own visibility.
    public static func allows(closeness: Closeness, audience: ItemVisibility, item: ItemVisibility) -> Bool {
        switch closeness {
        case .me: true
        case .blocked: false
        case .friend, .follower, .stranger: min(item, audience).rawValue >= closeness.rawValue
        }
    }
}
