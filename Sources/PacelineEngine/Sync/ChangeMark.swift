import Foundation
import Paceline

/// That a thing changed, for those who follow its topic and see as much as that.
struct ChangeMark: Hashable {
    /// The person or group whose thing it is, or who alone is told.
    let topic: UUID
    let kind: Change.Kind
    let subject: UUID
    /// The least open visibility that one must see of the topic to be told: what is private, its owner alone is told.
    let reach: Visibility

    /// A mark for the person and nobody else.
    static func only(_ person: Person.ID, _ kind: Change.Kind, _ subject: UUID) -> ChangeMark {
        ChangeMark(topic: person.uuid, kind: kind, subject: subject, reach: .private)
    }

    /// A mark for the members of the group.
    static func group(_ group: UUID, _ kind: Change.Kind, _ subject: UUID) -> ChangeMark {
        ChangeMark(topic: group, kind: kind, subject: subject, reach: .private)
    }

    /// Marks for both: what lies between them is another thing now.
    static func edge(_ one: Person.ID, _ other: Person.ID) -> [ChangeMark] {
        [.only(one, .edge, other.uuid), .only(other, .edge, one.uuid)]
    }
}

extension LoggedEvent {
    /// What the event changed, as far as the event itself tells.
    ///
    /// - Parameter reach: how openly the item is seen that it happened on; nil when there is none any more.
    func marks(onItemSeenBy reach: Visibility?) -> [ChangeMark] {
        switch event {
        case .signedUp: [.only(person, .account, person.uuid)]
        case .changedProfile:
            [.only(person, .account, person.uuid), profileMark]
        case .changedSettings: settingsMarks
        case .changedNotificationSettings: [.only(person, .notificationSettings, person.uuid)]
        case .changedFollowing: [.only(person, .edge, subject)]
        case .requested, .acceptedRequest, .rejectedRequest, .cancelledRequest, .followed, .unfollowed,
            .unfriended, .blocked, .unblocked, .muted, .unmuted:
            graphMarks
        case .publishedWorkout, .changedWorkout, .deletedWorkout, .changedPhoto, .publishedScore,
            .changedScore, .deletedScore, .gaveKudos, .withdrewKudos:
            itemMarks(reach)
        case .commented, .editedComment, .deletedComment, .gaveHeart, .withdrewHeart:
            itemMarks(reach) + commentMarks(reach)
        case .createdGroup, .changedGroup, .deletedGroup, .transferredGroup, .changedGroupRole, .joinedGroup,
            .leftGroup, .removedFromGroup, .invitedToGroup, .withdrewGroupInvitation,
            .declinedGroupInvitation:
            groupMarks
        case .closedSeason: [.group(topic, .season, subject)]
        case .signedOut, .madeGroupInvite, .revokedGroupInvite, .notified, .readNotifications: []
        }
    }

    /// Whose the thing is that the event is about, where it shows somebody besides its topic.
    var author: Person.ID? {
        switch event {
        case .commented, .editedComment: person
        case .deletedComment, .gaveHeart, .withdrewHeart: other
        default: nil
        }
    }

    /// Which group is active is told with the groups.
    private var settingsMarks: [ChangeMark] {
        guard subject == person.uuid else { return [.only(person, .group, subject)] }
        let own: [ChangeMark] = [.only(person, .account, subject), .only(person, .settings, subject)]
        return reach == nil ? own : own + [profileMark]
    }

    private var profileMark: ChangeMark {
        ChangeMark(topic: topic, kind: .person, subject: subject, reach: .public)
    }

    private func itemMarks(_ reach: Visibility?) -> [ChangeMark] {
        guard let item, let reach else { return [] }
        return [ChangeMark(topic: topic, kind: .item, subject: item.uuid, reach: reach)]
    }

    private func commentMarks(_ reach: Visibility?) -> [ChangeMark] {
        reach.map { [ChangeMark(topic: topic, kind: .comment, subject: subject, reach: $0)] } ?? []
    }
}

extension LoggedEvent {
    /// A request is told to whom the log names; one that its receiver never heard of names its sender alone.
    private var graphMarks: [ChangeMark] {
        switch event {
        case .requested, .acceptedRequest, .cancelledRequest:
            [.only(person, .request, subject)]
                + (other.map { [.only($0, .request, subject)] + ChangeMark.edge(person, $0) } ?? [])
        // Its sender is not told.
        case .rejectedRequest: [.only(person, .request, subject)]
        case .muted, .unmuted: [.only(person, .mute, subject)]
        // The other one is not told.
        case .blocked, .unblocked: [.only(person, .edge, subject)]
        default: ChangeMark.edge(person, Person.ID(subject))
        }
    }

    /// Members are told of the group; whoever comes or goes is told by themselves, since they may be no member.
    private var groupMarks: [ChangeMark] {
        let members = ChangeMark.group(subject, .group, subject)
        switch event {
        case .createdGroup, .leftGroup, .deletedGroup: return [members, .only(person, .group, subject)]
        case .joinedGroup:
            return [members, .only(person, .group, subject), .only(person, .invitation, subject)]
        case .removedFromGroup: return [members] + (other.map { [.only($0, .group, subject)] } ?? [])
        case .declinedGroupInvitation: return [.only(person, .invitation, subject)]
        case .invitedToGroup, .withdrewGroupInvitation:
            return other.map { [.only($0, .invitation, subject)] } ?? []
        default: return [members]
        }
    }
}
