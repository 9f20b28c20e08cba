/// What somebody is told of (M1); each kind can be turned off.
public enum NotificationKind: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    /// Somebody asks to be friends, or to follow.
    case requestReceived
    /// Somebody accepted what the receiver asked for.
    case requestAccepted
    /// Somebody follows who need not ask.
    case newFollower
    /// Kudos for something of the receiver's.
    case kudos
    /// Kudos by a long press.
    case bigKudos
    /// A comment under something of the receiver's.
    case comment
    /// An answer to a comment of the receiver's.
    case reply
    /// A comment that names the receiver with `@`.
    case mention
    /// A heart for a comment of the receiver's.
    case heart
    /// An invitation to a group.
    case groupInvitation
    /// Somebody joined a group that the receiver owns.
    case groupJoined
    /// Somebody's points of the day have come to be more than the receiver's, in a group or among friends.
    case overtaken
    /// A workout by somebody whom the receiver follows and asked to be told of.
    case newWorkout
    /// A score by somebody whom the receiver follows and asked to be told of.
    case newScore
}
