/// What an event of a kind means to everything that follows the log.
///
/// Small and trivial, since each read of a feed asks it for every new event.
struct EventTraits: Sendable {
    /// What it invalidates in the read cache, besides the card of its item.
    let invalidates: Invalidation
    /// Who hears of it on a stream.
    let delivery: DeliveryRule
    /// What a device's copy learns.
    let changes: ChangeRule
    /// Which notification it makes or withdraws.
    let notifies: NotificationRule
    /// Whether someone may see more or less of what was there before it.
    let affectsVisibility: Bool
    /// Whether the person trained or played.
    let isActivity: Bool
}

/// Parts of the read cache.
struct Invalidation: OptionSet, Sendable {
    let rawValue: UInt8

    /// The timeline of the event's topic.
    static let timelines = Invalidation(rawValue: 1)
    static let boards = Invalidation(rawValue: 2)
    /// The people whom the event names.
    static let people = Invalidation(rawValue: 4)

    static let nothing: Invalidation = []
}

/// Who hears of an event on a stream, and in which words.
enum DeliveryRule: Sendable {
    case none
    /// Those who see the item.
    case item
    /// Those who see the item, and as a loss those who saw it before.
    case itemOrLoss
    /// As `itemOrLoss`, and those who share a board with the player.
    case score
    /// As `item`, and those who share a board with the player.
    case newScore
    case kudos
    case comment
    case commentRemoval
    case request
    /// Both people of a relationship.
    case pair
    /// The person who acted, about the subject.
    case ownRelationship
    case group
    /// The group's members, and the person who left it.
    case departure
    /// The group's members, and the other person, who was removed from it.
    case removal
    /// The other person, who is invited.
    case invitation
    /// The person who acted, who was invited.
    case ownInvitation
    /// The person's own devices, and those who see their profile.
    case profile
    /// The person's own devices.
    case account
    case notifications
    /// The streams of the sign-in, which end.
    case signOut
}

/// What a device's copy learns from an event.
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
    /// The relationship to the subject, for the person who acted.
    case ownEdge
    /// The relationship, for both people.
    case edge
    /// As `edge`, and requests between the two, which it settles.
    case edgeSettlingRequests
    case mute
    /// A request, which its receiver may not hear of.
    case request
    /// As `request`, and others between the two, which it settles.
    case acceptedRequest
    /// A request, for its receiver alone.
    case rejectedRequest
    case item
    /// A reaction to an item.
    case reaction
    /// An item, and the boards that it is on.
    case score
    /// A comment whose author acted.
    case comment
    /// A comment whose author is the other person.
    case commentByOther
    /// A group, for its members.
    case group
    /// A group, for its members and the person who acted.
    case membership
    /// As `membership`, and the invitation that the person had.
    case joining
    /// A group, for its members and the other person.
    case removal
    /// An invitation, for the other person.
    case invitation
    /// An invitation, for the person who acted.
    case ownInvitation
    case season
}

/// Which notification an event makes or withdraws.
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
    /// A new score, and those whom it overtakes.
    case scorePublished
    /// Whom a score overtakes now, or no longer.
    case scoreChanged
}

extension EventKind {
    /// What events of the kind mean. A new kind says here everything that follows from it.
    var traits: EventTraits {
        switch self {
        case .signedUp:
            .own(.account, delivery: .none, invalidates: [.people, .boards], affectsVisibility: false)
        case .signedOut: .own(.none, delivery: .signOut, invalidates: .nothing, affectsVisibility: false)
        case .changedProfile:
            .own(.profile, delivery: .profile, invalidates: [.people, .boards], affectsVisibility: true)
        case .changedSettings:
            .own(.settings, delivery: .account, invalidates: [.people, .boards], affectsVisibility: true)
        case .changedPublicSettings:
            .own(
                .publicSettings, delivery: .profile, invalidates: [.people, .boards], affectsVisibility: true)
        case .changedActiveGroup:
            .own(.ownGroup, delivery: .account, invalidates: [.people, .boards], affectsVisibility: true)
        case .changedNotificationSettings:
            .own(.notificationSettings, delivery: .account, invalidates: .nothing, affectsVisibility: false)

        case .requested: .social(.request, .request, notifies: .requestSent, affectsVisibility: false)
        case .acceptedRequest:
            .social(.acceptedRequest, .request, notifies: .requestAccepted, affectsVisibility: true)
        case .rejectedRequest:
            .social(.rejectedRequest, .request, notifies: .requestEnded, affectsVisibility: true)
        case .cancelledRequest: .social(.request, .request, notifies: .requestEnded, affectsVisibility: true)
        case .followed: .social(.edgeSettlingRequests, .pair, notifies: .newFollower, affectsVisibility: true)
        case .changedFollowing:
            .own(.ownEdge, delivery: .ownRelationship, invalidates: .nothing, affectsVisibility: false)
        case .unfollowed, .unfriended: .social(.edge, .pair, notifies: .none, affectsVisibility: true)
        case .blocked, .unblocked:
            .social(.ownEdge, .ownRelationship, notifies: .none, affectsVisibility: true)
        case .muted, .unmuted: .social(.mute, .ownRelationship, notifies: .none, affectsVisibility: true)

        case .publishedWorkout:
            .item(
                .item, .item, invalidates: .timelines, notifies: .workoutPublished, affectsVisibility: false,
                isActivity: true)
        case .changedWorkout, .deletedWorkout:
            .item(
                .item, .itemOrLoss, invalidates: .timelines, notifies: .none, affectsVisibility: true,
                isActivity: false)
        case .changedPhoto:
            .item(
                .item, .item, invalidates: .nothing, notifies: .none, affectsVisibility: true,
                isActivity: false)
        case .publishedScore: .score(.newScore, notifies: .scorePublished, affectsVisibility: false)
        case .changedScore, .deletedScore: .score(.score, notifies: .scoreChanged, affectsVisibility: true)

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
        case .changedGroup, .transferredGroup, .changedGroupRole:
            .social(.group, .group, notifies: .none, affectsVisibility: true)
        case .deletedGroup: .social(.membership, .departure, notifies: .none, affectsVisibility: true)
        case .joinedGroup: .social(.joining, .group, notifies: .groupJoined, affectsVisibility: true)
        case .leftGroup: .social(.membership, .departure, notifies: .none, affectsVisibility: true)
        case .removedFromGroup: .social(.removal, .removal, notifies: .none, affectsVisibility: true)
        case .madeGroupInvite, .revokedGroupInvite:
            .social(.none, .none, notifies: .none, affectsVisibility: false)
        case .invitedToGroup:
            .social(.invitation, .invitation, notifies: .invitationSent, affectsVisibility: false)
        case .withdrewGroupInvitation:
            .social(.invitation, .invitation, notifies: .invitationWithdrawn, affectsVisibility: true)
        case .declinedGroupInvitation:
            .social(.ownInvitation, .ownInvitation, notifies: .invitationDeclined, affectsVisibility: true)
        case .closedSeason: .social(.season, .group, notifies: .none, affectsVisibility: false)

        case .notified, .readNotifications:
            .own(.none, delivery: .notifications, invalidates: .nothing, affectsVisibility: false)
        case .retried: .own(.none, delivery: .none, invalidates: .nothing, affectsVisibility: false)
        }
    }
}

extension EventTraits {
    /// Events of what is the person's own.
    fileprivate static func own(
        _ changes: ChangeRule, delivery: DeliveryRule, invalidates: Invalidation,
        affectsVisibility: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: invalidates, delivery: delivery, changes: changes, notifies: .none,
            affectsVisibility: affectsVisibility, isActivity: false)
    }

    /// Events between people, and in groups.
    fileprivate static func social(
        _ changes: ChangeRule, _ delivery: DeliveryRule, notifies: NotificationRule,
        affectsVisibility: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: [.people, .boards], delivery: delivery, changes: changes, notifies: notifies,
            affectsVisibility: affectsVisibility, isActivity: false)
    }

    /// Events that change an item of the person's.
    fileprivate static func item(
        _ changes: ChangeRule, _ delivery: DeliveryRule, invalidates: Invalidation,
        notifies: NotificationRule, affectsVisibility: Bool, isActivity: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: invalidates, delivery: delivery, changes: changes, notifies: notifies,
            affectsVisibility: affectsVisibility, isActivity: isActivity)
    }

    /// Events that change a score of the person's.
    fileprivate static func score(
        _ delivery: DeliveryRule, notifies: NotificationRule, affectsVisibility: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: [.timelines, .boards], delivery: delivery, changes: .score, notifies: notifies,
            affectsVisibility: affectsVisibility, isActivity: true)
    }

    /// Events that happen under an item.
    fileprivate static func reaction(
        _ changes: ChangeRule, _ delivery: DeliveryRule, notifies: NotificationRule,
        affectsVisibility: Bool
    ) -> EventTraits {
        EventTraits(
            invalidates: .nothing, delivery: delivery, changes: changes, notifies: notifies,
            affectsVisibility: affectsVisibility, isActivity: false)
    }
}
