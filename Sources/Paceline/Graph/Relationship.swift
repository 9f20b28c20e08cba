/// The viewer's relationship to a person.
///
/// ```swift
/// switch person.relationship {
/// case .requestSentToMe: showAcceptButton()
/// case .notFriends, .following, .followedBy: showAddFriendButton()
/// default: break
/// }
/// ```
public enum Relationship: String, Sendable, Codable, CaseIterable {
    /// The person is the viewer.
    case me
    /// The two are friends.
    case friends
    /// None of the others.
    case notFriends
    /// The viewer's friend request is pending.
    case requestSentByMe
    /// The person's friend request is pending.
    case requestSentToMe
    /// The viewer follows the person.
    case following
    /// The person follows the viewer.
    case followedBy
    /// The viewer blocked the person.
    case blockedByMe

    /// Picks one case when several apply: what the viewer can act on comes first.
    public init(
        isMe: Bool = false, isBlockedByMe: Bool = false, follows: Bool = false, isFollowedBack: Bool = false,
        hasSentRequest: Bool = false, hasReceivedRequest: Bool = false
    ) {
        if isMe {
            self = .me
        } else if isBlockedByMe {
            self = .blockedByMe
        } else if follows && isFollowedBack {
            self = .friends
        } else if hasSentRequest {
            self = .requestSentByMe
        } else if hasReceivedRequest {
            self = .requestSentToMe
        } else if follows {
            self = .following
        } else {
            self = isFollowedBack ? .followedBy : .notFriends
        }
    }
}
