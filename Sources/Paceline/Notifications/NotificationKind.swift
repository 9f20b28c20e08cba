/// The kinds of notifications. People can turn each of ``switchable`` off.
///
/// ```swift
/// switch notification.kind {
/// case .groupInvitation: showInvitations()
/// case .requestReceived: showRequests()
/// case .security: showSecuritySettings()
/// default: if let item = notification.item { show(item.id) }
/// }
/// ```
public enum NotificationKind: OpenEnum {
    /// A friend or follow request.
    case requestReceived
    /// A person accepted the receiver's request.
    case requestAccepted
    /// A new follower of a public profile.
    case newFollower
    /// Kudos for one of the receiver's items.
    case kudos
    /// Big kudos, given with a long press.
    case bigKudos
    /// A comment on one of the receiver's items.
    case comment
    /// A reply to one of the receiver's comments.
    case reply
    /// A comment that mentions the receiver with `@`.
    case mention
    /// A heart on one of the receiver's comments.
    case heart
    /// An invitation to a group.
    case groupInvitation
    /// A person joined a group that the receiver owns.
    case groupJoined
    /// A person passed the receiver on a day's leaderboard, in a group or among friends.
    case overtaken
    /// A new workout by a person whose posts the receiver subscribed to.
    case newWorkout
    /// A new score by a person whose posts the receiver subscribed to.
    case newScore
    /// The receiver reached a level.
    case levelUp
    /// The receiver earned a badge.
    case achievement
    /// One of the receiver's workouts looks impossible, and counts nowhere until a moderator has decided: see
    /// ``WorkoutReview``.
    case workoutHeld
    /// A moderator decided whether one of the receiver's workouts counts.
    case workoutDecided
    /// A reward that the receiver had redeemed was handed over to them: see ``SocialNotification/reward``.
    case rewardFulfilled
    /// The receiver reached an age at which limits end, or their birth date is missing: see ``SocialNotification/age``.
    case age
    /// Something happened to the security of the receiver's account, such as a sign-in from a client that it does not
    /// know. Always on. Access tokens get none.
    case security
    /// A kind that this version does not know.
    case unknown(String)

    public static let allCases: [NotificationKind] = [
        .requestReceived, .requestAccepted, .newFollower, .kudos, .bigKudos, .comment, .reply, .mention,
        .heart, .groupInvitation, .groupJoined, .overtaken, .newWorkout, .newScore, .levelUp,
        .achievement, .workoutHeld, .workoutDecided, .rewardFulfilled, .age, .security,
    ]

    /// The kinds that people can turn off: all but ``security``.
    public static let switchable = allCases.filter { $0 != .security }

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
        case .levelUp: "levelUp"
        case .achievement: "achievement"
        case .workoutHeld: "workoutHeld"
        case .workoutDecided: "workoutDecided"
        case .rewardFulfilled: "rewardFulfilled"
        case .age: "age"
        case .security: "security"
        case .unknown(let word): word
        }
    }
}

extension NotificationKind: CodingKeyRepresentable {
    public init?<Key: CodingKey>(codingKey: Key) { self.init(word: codingKey.stringValue) }
}

/// Which kinds of notifications a person receives. Every kind is on by default, ``NotificationKind/security`` always.
///
/// ```swift
/// _ = try await session.update(NotificationSettings([.kudos: false]))
/// ```
public struct NotificationSettings: Sendable, Equatable, Codable {
    /// Whether each kind is on. An update may contain some kinds only; the others keep their value.
    public var kinds: [NotificationKind: Bool]

    /// Turns kinds on or off.
    /// - Parameter kinds: missing kinds keep their value in an update, and are on otherwise.
    public init(_ kinds: [NotificationKind: Bool]) {
        self.kinds = kinds
    }

    /// Turns every one of ``NotificationKind/switchable`` on except these.
    public init(without off: Set<NotificationKind>) {
        kinds = Dictionary(uniqueKeysWithValues: NotificationKind.switchable.map { ($0, !off.contains($0)) })
    }

    /// Whether a kind is on. Missing kinds are on, and so is always ``NotificationKind/security``.
    public func wants(_ kind: NotificationKind) -> Bool { kind == .security || kinds[kind] ?? true }
}

/// Determines when a player passes another on a leaderboard.
public enum Overtaking {
    /// Whether going from `before` to `now` points passes a player with `points`: level or behind before, ahead now.
    public static func passes(_ points: Int, from before: Int, to now: Int) -> Bool {
        before <= points && points < now
    }
}
