/// How the log's consumers treat events of a kind.
///
/// Kept small and trivial: every read of a feed looks it up for each new event.
struct EventTraits: Sendable {
    /// The parts of the read cache it invalidates, besides the card of its item.
    let invalidates: Invalidation
    /// The people to whom streams deliver it.
    let delivery: DeliveryRule
    /// The changes it adds to the change feed.
    let changes: ChangeRule
    /// The notification it creates or withdraws.
    let notifies: NotificationRule
    /// Whether it may change who can see earlier content.
    let affectsVisibility: Bool
    /// Whether it is a sign of activity, if public: a workout or a score.
    let isActivity: Bool
}

/// Parts of the read cache.
struct Invalidation: OptionSet, Sendable {
    let rawValue: UInt8

    /// The timeline of the event's topic.
    static let timelines = Invalidation(rawValue: 1)
    static let boards = Invalidation(rawValue: 2)
    /// The people named by the event.
    static let people = Invalidation(rawValue: 4)
    /// All cards of the event's topic.
    static let cards = Invalidation(rawValue: 8)

    static let nothing: Invalidation = []
}

/// The receivers of an event in streams, and its content.
enum DeliveryRule: Sendable {
    case none
    /// People who can see the item.
    case item
    /// People who can see the item; those who no longer can receive its removal.
    case itemOrLoss
    /// The item's owner.
    case ownItem
    /// As `itemOrLoss`, plus people who share a board with the player.
    case score
    /// As `item`, plus people who share a board with the player.
    case newScore
    /// As `itemOrLoss`, plus members of the player's groups.
    case groupScore
    case kudos
    case comment
    case commentRemoval
    case request
    /// Both people of a relationship.
    case pair
    /// The person who acted; the content is their relationship to the subject.
    case ownRelationship
    case group
    /// The person's own devices and, if they have scores, the members who see them on the group's boards.
    case sharing
    /// The group's members; if the event names another person, those who see their row.
    case season
    /// The group's members and the person who left.
    case departure
    /// The group's members and the removed person.
    case removal
    /// The invited person (`other`).
    case invitation
    /// The invited person (`person`).
    case ownInvitation
    /// The person's own devices, their followers, and people who have one of their items open.
    case profile
    /// The person's own devices.
    case account
    case notifications
    /// The streams of the sign-in, which are closed.
    case signOut
}

/// The changes that an event adds to the change feed.
enum ChangeRule: Sendable {
    case none
    case account
    /// Account and public profile.
    case profile
    /// Account and settings.
    case settings
    /// Account, settings and public profile.
    case publicSettings
    case notificationSettings
    /// The group of the subject, for the person who acted.
    case ownGroup
    /// As `ownGroup`, plus the group's board if the person has scores.
    case sharing
    /// The relationship to the subject, for the person who acted only.
    case ownEdge
    /// The relationship, for both people.
    case edge
    /// As `edge`, plus the open requests between the two, which it settles.
    case edgeSettlingRequests
    case mute
    /// A request; the receiver may not have been notified of it.
    case request
    /// As `request`, plus other requests between the two, which it settles.
    case acceptedRequest
    /// A request, for the receiver only.
    case declinedRequest
    case item
    /// An item and, unless it is private, the boards by training of its owner's groups.
    case workout
    /// A reaction to an item.
    case reaction
    /// An item and, unless it is private, the boards of the player's groups.
    case score
    /// A private item, and the boards of the player's groups.
    case groupScore
    /// A comment by the person who acted.
    case comment
    /// A comment by the other person.
    case commentByOther
    /// A group, for its members.
    case group
    /// A group, for its members and the person who acted.
    case membership
    /// As `membership`, plus the person's invitation.
    case joining
    /// A group, for its members and the other person.
    case removal
    /// A group, for its members; the role of the other person has changed.
    case role
    /// An invitation, for the other person.
    case invitation
    /// An invitation, for the person who acted.
    case ownInvitation
    /// A season, for its group's members; if the event names another person, for those who see their row.
    case season
    /// The person's inbox.
    case inbox
    /// The comments and groups of a person who turned out to be a child, for people who may no longer see them.
    case child
}

/// The notification that an event creates or withdraws.
enum NotificationRule: Sendable {
    case none
    case requestSent, requestAccepted, requestEnded
    case newFollower
    case kudosGiven, kudosWithdrawn
    case heartGiven, heartWithdrawn
    case commentAdded, commentEdited, commentDeleted
    case invitationSent, invitationWithdrawn, invitationDeclined
    case groupJoined
    case workoutPublished
    case workoutHeld, workoutDecided
    /// A level or a badge, of which its owner is notified.
    case itemPosted
    case rewardFulfilled
    /// A new score, which may overtake others.
    case scorePublished
    /// A changed score, which may overtake others or no longer do so.
    case scoreChanged
    case ageChanged
    case securityEvent
    /// A block or a mute, or its end: who notifications show of the two.
    case hidingChanged
}

extension EventKind {
    /// The traits of the kind. Add a new kind here to define all of its effects.
    var traits: EventTraits {
        switch self {
        case .signedUp:
            .own(.account, delivery: .none, invalidates: [.people, .boards], affectsVisibility: false)
        case .signedOut: .own(.none, delivery: .signOut, invalidates: .nothing, affectsVisibility: false)
        case .changedProfile:
            .own(.profile, delivery: .profile, invalidates: [.people, .boards], affectsVisibility: true)
        case .changedAccount:
            .own(.account, delivery: .account, invalidates: [.people, .boards], affectsVisibility: true)
        case .changedSettings:
            .own(.settings, delivery: .account, invalidates: [.people, .boards], affectsVisibility: true)
        case .changedPublicSettings:
            .own(
                .publicSettings, delivery: .profile, invalidates: [.people, .boards, .cards],
                affectsVisibility: true)
        case .changedAge:
            EventTraits(
                invalidates: [.people, .boards], delivery: .none, changes: .none, notifies: .ageChanged,
                affectsVisibility: true, isActivity: false)
        case .becameChild: .own(.child, delivery: .none, invalidates: .nothing, affectsVisibility: true)
        case .changedActiveGroup:
            .own(.ownGroup, delivery: .account, invalidates: [.people, .boards], affectsVisibility: true)
        case .changedNotificationSettings:
            .own(.notificationSettings, delivery: .account, invalidates: .nothing, affectsVisibility: false)

        case .requested: .social(.request, .request, notifies: .requestSent, affectsVisibility: false)
        case .acceptedRequest:
            .social(.acceptedRequest, .request, notifies: .requestAccepted, affectsVisibility: true)
        case .declinedRequest:
            .social(.declinedRequest, .request, notifies: .requestEnded, affectsVisibility: true)
        case .cancelledRequest: .social(.request, .request, notifies: .requestEnded, affectsVisibility: true)
        case .followed: .social(.edgeSettlingRequests, .pair, notifies: .newFollower, affectsVisibility: true)
        case .changedFollowing:
            .own(.ownEdge, delivery: .ownRelationship, invalidates: .nothing, affectsVisibility: false)
        case .changedHiddenFollowing:
            .own(
                .ownEdge, delivery: .ownRelationship, invalidates: [.people, .boards],
                affectsVisibility: true)
        case .unfollowed, .unfriended: .social(.edge, .pair, notifies: .none, affectsVisibility: true)
        case .blocked, .unblocked:
            .social(.ownEdge, .ownRelationship, notifies: .hidingChanged, affectsVisibility: true)
        case .muted, .unmuted:
            .social(.mute, .ownRelationship, notifies: .hidingChanged, affectsVisibility: true)

        case .publishedWorkout:
            .item(
                .workout, .item, invalidates: .timelines, notifies: .workoutPublished,
                affectsVisibility: false,
                isActivity: true)
        case .changedWorkout, .deletedWorkout:
            .item(
                .workout, .itemOrLoss, invalidates: .timelines, notifies: .none, affectsVisibility: true,
                isActivity: false)
        case .changedPhoto:
            .item(
                .item, .item, invalidates: .nothing, notifies: .none, affectsVisibility: true,
                isActivity: false)
        case .changedExperience:
            .item(
                .workout, .ownItem, invalidates: .nothing, notifies: .none, affectsVisibility: false,
                isActivity: false)
        case .heldWorkout:
            .item(
                .workout, .ownItem, invalidates: .nothing, notifies: .workoutHeld, affectsVisibility: false,
                isActivity: false)
        case .decidedWorkout:
            .item(
                .workout, .ownItem, invalidates: .nothing, notifies: .workoutDecided,
                affectsVisibility: false,
                isActivity: false)
        case .postedItem:
            .item(
                .item, .item, invalidates: .timelines, notifies: .itemPosted, affectsVisibility: false,
                isActivity: false)
        case .changedItem, .deletedItem:
            .item(
                .item, .itemOrLoss, invalidates: .timelines, notifies: .none, affectsVisibility: true,
                isActivity: false)
        case .redeemedReward, .receivedRewardCode, .refundedReward:
            .own(.account, delivery: .account, invalidates: .nothing, affectsVisibility: false)
        case .fulfilledReward:
            EventTraits(
                invalidates: .nothing, delivery: .account, changes: .account, notifies: .rewardFulfilled,
                affectsVisibility: false, isActivity: false)
        case .publishedScore:
            .score(.score, .newScore, notifies: .scorePublished, affectsVisibility: false)
        case .changedScore, .deletedScore:
            .score(.score, .score, notifies: .scoreChanged, affectsVisibility: true)
        case .changedGroupScore:
            .score(.groupScore, .groupScore, notifies: .scoreChanged, affectsVisibility: true)

        case .gaveKudos: .reaction(.reaction, .kudos, notifies: .kudosGiven, affectsVisibility: false)
        case .withdrewKudos: .reaction(.reaction, .kudos, notifies: .kudosWithdrawn, affectsVisibility: false)
        case .commented: .reaction(.comment, .comment, notifies: .commentAdded, affectsVisibility: false)
        case .editedComment: .reaction(.comment, .comment, notifies: .commentEdited, affectsVisibility: true)
        case .deletedComment:
            .reaction(.commentByOther, .commentRemoval, notifies: .commentDeleted, affectsVisibility: true)
        case .gaveHeart: .reaction(.commentByOther, .comment, notifies: .heartGiven, affectsVisibility: false)
        case .withdrewHeart:
            .reaction(.commentByOther, .comment, notifies: .heartWithdrawn, affectsVisibility: false)

        case .createdGroup: .social(.membership, .group, notifies: .none, affectsVisibility: false)
        case .changedGroup, .transferredGroup:
            .social(.group, .group, notifies: .none, affectsVisibility: true)
        case .changedSharing:
            .own(.sharing, delivery: .sharing, invalidates: .nothing, affectsVisibility: true)
        case .changedGroupRole: .social(.role, .group, notifies: .none, affectsVisibility: true)
        case .deletedGroup: .social(.membership, .departure, notifies: .none, affectsVisibility: true)
        case .joinedGroup: .social(.joining, .group, notifies: .groupJoined, affectsVisibility: true)
        case .leftGroup: .social(.membership, .departure, notifies: .none, affectsVisibility: true)
        case .removedFromGroup: .social(.removal, .removal, notifies: .none, affectsVisibility: true)
        case .createdJoinCode, .revokedJoinCode:
            .social(.none, .none, notifies: .none, affectsVisibility: false)
        case .invitedToGroup:
            .social(.invitation, .invitation, notifies: .invitationSent, affectsVisibility: false)
        case .withdrewGroupInvitation:
            .social(.invitation, .invitation, notifies: .invitationWithdrawn, affectsVisibility: true)
        case .declinedGroupInvitation:
            .social(.ownInvitation, .ownInvitation, notifies: .invitationDeclined, affectsVisibility: true)
        case .closedSeason, .createdTournament, .cancelledTournament:
            .social(.season, .season, notifies: .none, affectsVisibility: false)

        case .notified, .readNotifications:
            .own(.inbox, delivery: .notifications, invalidates: .nothing, affectsVisibility: false)
        case .securityEvent:
            EventTraits(
                invalidates: .nothing, delivery: .none, changes: .none, notifies: .securityEvent,
                affectsVisibility: false, isActivity: false)
        case .retried: .own(.none, delivery: .none, invalidates: .nothing, affectsVisibility: false)
        }
    }
}

extension EventTraits {
    /// Events that concern only the person.
    fileprivate static func own(
        _ changes: ChangeRule, delivery: DeliveryRule, invalidates: Invalidation,
        affectsVisibility: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: invalidates, delivery: delivery, changes: changes, notifies: .none,
            affectsVisibility: affectsVisibility, isActivity: false)
    }

    /// Events between people and in groups.
    fileprivate static func social(
        _ changes: ChangeRule, _ delivery: DeliveryRule, notifies: NotificationRule,
        affectsVisibility: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: [.people, .boards], delivery: delivery, changes: changes, notifies: notifies,
            affectsVisibility: affectsVisibility, isActivity: false)
    }

    /// Events of the person's items.
    fileprivate static func item(
        _ changes: ChangeRule, _ delivery: DeliveryRule, invalidates: Invalidation,
        notifies: NotificationRule, affectsVisibility: Bool, isActivity: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: invalidates, delivery: delivery, changes: changes, notifies: notifies,
            affectsVisibility: affectsVisibility, isActivity: isActivity)
    }

    /// Events that change one of the person's scores.
    fileprivate static func score(
        _ changes: ChangeRule, _ delivery: DeliveryRule, notifies: NotificationRule, affectsVisibility: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: [.timelines, .boards], delivery: delivery, changes: changes, notifies: notifies,
            affectsVisibility: affectsVisibility, isActivity: true)
    }

    /// Reactions to an item.
    fileprivate static func reaction(
        _ changes: ChangeRule, _ delivery: DeliveryRule, notifies: NotificationRule,
        affectsVisibility: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: .nothing, delivery: delivery, changes: changes, notifies: notifies,
            affectsVisibility: affectsVisibility, isActivity: false)
    }
}
