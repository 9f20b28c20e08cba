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

/// Which kinds of notifications a person wants. Every kind is on until it is turned off.
public struct NotificationSettings: Sendable, Equatable, Codable {
    /// Whether each kind is on. As a change, it need not have all kinds: the others stay as they are.
    public var kinds: [NotificationKind: Bool]

    public init(_ kinds: [NotificationKind: Bool]) {
        self.kinds = kinds
    }

    /// Every kind on, but for these.
    public init(without off: Set<NotificationKind>) {
        kinds = Dictionary(uniqueKeysWithValues: NotificationKind.allCases.map { ($0, !off.contains($0)) })
    }

    /// Whether the kind is on, as one is that nothing is said of.
    public func wants(_ kind: NotificationKind) -> Bool { kinds[kind] ?? true }
}

/// When a player's new points bring them past another.
public enum Overtaking {
    /// Whether whoever now has `now` points, and had `before`, has passed somebody with `points`: who was above, or as
    /// high, and is below.
    public static func passes(_ points: Int, from before: Int, to now: Int) -> Bool {
        before <= points && points < now
    }
}
