/// What somebody is told of (M1); each kind can be turned off.
public enum NotificationKind: OpenEnum {
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
    /// One that a newer server has.
    case unknown(String)

    public static let allCases: [NotificationKind] = [
        .requestReceived, .requestAccepted, .newFollower, .kudos, .bigKudos, .comment, .reply, .mention,
        .heart, .groupInvitation, .groupJoined, .overtaken, .newWorkout, .newScore,
    ]

    public var rawValue: String {
        switch self {
        case .requestReceived: "requestReceived"
        case .requestAccepted: "requestAccepted"
        case .newFollower: "newFollower"
        case .kudos: "kudos"
        case .bigKudos: "bigKudos"
        case .comment: "comment"
        case .reply: "reply"
        case .mention: "mention"
        case .heart: "heart"
        case .groupInvitation: "groupInvitation"
        case .groupJoined: "groupJoined"
        case .overtaken: "overtaken"
        case .newWorkout: "newWorkout"
        case .newScore: "newScore"
        case .unknown(let word): word
        }
    }
}

extension NotificationKind: CodingKeyRepresentable {
    public init?<Key: CodingKey>(codingKey: Key) { self.init(word: codingKey.stringValue) }
}
