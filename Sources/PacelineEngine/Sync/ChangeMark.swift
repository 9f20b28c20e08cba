import Foundation
import Paceline

/// A changed object, and who receives the change.
struct ChangeMark: Hashable {
    /// The person or group that owns the object, or the only person who receives the change.
    let topic: UUID
    let kind: Change.Kind
    let subject: UUID
    /// The minimum visibility that a viewer needs for the topic. With `private`, only the owner receives the change.
    let visibility: ItemVisibility
    /// The author of a comment, the player of a board, or whose result in a season changed. People from whom they are
    /// hidden receive no change.
    var author: Person.ID?
    /// The person who reacted, or whose membership changed. People from whom they are hidden receive no change.
    var actor: Person.ID?

    /// A mark for one person only.
    static func only(_ person: Person.ID, _ kind: Change.Kind, _ subject: UUID) -> ChangeMark {
        ChangeMark(topic: person.uuid, kind: kind, subject: subject, visibility: .private)
    }

    /// A mark for the person's inbox.
    static func inbox(_ person: Person.ID) -> ChangeMark { .only(person, .inbox, person.uuid) }

    /// A mark for a group's members.
    static func group(_ group: UUID, _ kind: Change.Kind, _ subject: UUID) -> ChangeMark {
        ChangeMark(topic: group, kind: kind, subject: subject, visibility: .private)
    }

    /// Marks for both people, whose relationship changed.
    static func edge(_ one: Person.ID, _ other: Person.ID) -> [ChangeMark] {
        [.only(one, .edge, other.uuid), .only(other, .edge, one.uuid)]
    }
}

extension LogEntry {
    /// The marks that follow from the event alone.
    ///
    /// - Parameter visibility: the current visibility of the event's item; nil when it is deleted.
    func marks(onItemSeenBy visibility: ItemVisibility?) -> [ChangeMark] {
        switch kind.traits.changes {
        // What a child's age hides depends on the database.
        case .none, .child: []
        case .account: [.only(person, .account, person.uuid)]
        case .profile: [.only(person, .account, person.uuid), profileMark]
        case .settings: settingsMarks
        case .publicSettings: settingsMarks + [profileMark]
        case .notificationSettings: [.only(person, .notificationSettings, person.uuid)]
        case .ownGroup, .sharing: [.only(person, .group, subject)]
        case .ownEdge: [.only(person, .edge, subject)]
        case .edge, .edgeSettlingRequests: ChangeMark.edge(person, Person.ID(subject))
        case .mute: [.only(person, .mute, subject)]
        case .request, .acceptedRequest: requestMarks
        // The sender must not learn that it was declined.
        case .declinedRequest: [.only(person, .request, subject)]
        case .item, .workout, .reaction, .score, .groupScore: itemMarks(visibility)
        case .comment, .commentByOther: itemMarks(visibility) + commentMarks(visibility)
        case .group, .role: [groupMark]
        case .membership: [groupMark, .only(person, .group, subject)]
        case .joining: [groupMark, .only(person, .group, subject), .only(person, .invitation, subject)]
        case .removal: [groupMark] + (other.map { [.only($0, .group, subject)] } ?? [])
        case .invitation: other.map { [.only($0, .invitation, subject)] } ?? []
        case .ownInvitation: [.only(person, .invitation, subject)]
        case .season: [.group(topic, .season, subject)]
        case .inbox: [.inbox(person)]
        }
    }

    /// The author of the object, when it shows a person other than its topic.
    var author: Person.ID? {
        switch kind.traits.changes {
        case .comment: person
        case .commentByOther: other
        case .none, .account, .profile, .settings, .publicSettings, .notificationSettings, .ownGroup,
            .sharing, .ownEdge,
            .edge, .edgeSettlingRequests, .mute, .request, .acceptedRequest, .declinedRequest, .item,
            .workout, .reaction, .score, .groupScore, .group, .membership, .joining, .removal, .role,
            .invitation,
            .ownInvitation, .season, .inbox, .child:
            nil
        }
    }

    private var settingsMarks: [ChangeMark] {
        [.only(person, .account, subject), .only(person, .settings, subject)]
    }

    /// A request is for the people named in the log. If the receiver was never notified, the log names only the sender.
    private var requestMarks: [ChangeMark] {
        [.only(person, .request, subject)]
            + (other.map { [.only($0, .request, subject)] + ChangeMark.edge(person, $0) } ?? [])
    }

    private var groupMark: ChangeMark { .group(subject, .group, subject) }

    private var profileMark: ChangeMark {
        ChangeMark(topic: topic, kind: .person, subject: subject, visibility: .public)
    }

    private func itemMarks(_ visibility: ItemVisibility?) -> [ChangeMark] {
        guard let item, let visibility else { return [] }
        return [ChangeMark(topic: topic, kind: .item, subject: item.uuid, visibility: visibility)]
    }

    private func commentMarks(_ visibility: ItemVisibility?) -> [ChangeMark] {
        visibility.map { [ChangeMark(topic: topic, kind: .comment, subject: subject, visibility: $0)] } ?? []
    }
}
