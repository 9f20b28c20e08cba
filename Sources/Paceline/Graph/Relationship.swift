/// The viewer's relationship to a person.
public enum Relationship: String, Sendable, Codable, CaseIterable {
    case me, friends, notFriends, requestSentByMe, requestSentToMe, following, followedBy, blockedByMe

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
