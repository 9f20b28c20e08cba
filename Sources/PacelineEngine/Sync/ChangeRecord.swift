import Foundation
import Paceline

/// A changed object, and who receives the change.
struct ChangeRecord: Hashable {
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

    /// A record for one person only.
    static func only(_ person: Person.ID, _ kind: Change.Kind, _ subject: UUID) -> ChangeRecord {
        ChangeRecord(topic: person.uuid, kind: kind, subject: subject, visibility: .private)
    }

    /// A record for the person's inbox.
    static func inbox(_ person: Person.ID) -> ChangeRecord { .only(person, .inbox, person.uuid) }

    /// A record for a group's members.
    static func group(_ group: UUID, _ kind: Change.Kind, _ subject: UUID) -> ChangeRecord {
        ChangeRecord(topic: group, kind: kind, subject: subject, visibility: .private)
    }

    /// Records for both people, whose relationship changed.
    static func edge(_ one: Person.ID, _ other: Person.ID) -> [ChangeRecord] {
        [.only(one, .edge, other.uuid), .only(other, .edge, one.uuid)]
    }
}

extension LogEntry {
    /// The records that follow from the event alone.
    ///
    /// - Parameter visibility: the current visibility of the event's item; nil when it is deleted.
    func records(onItemSeenBy visibility: ItemVisibility?) -> [ChangeRecord] {
        switch kind.traits.changes {
        // What a child's age hides depends on the database.
        case .none, .child: []
        case .account: [.only(person, .account, person.uuid)]
        case .profile: [.only(person, .account, person.uuid), profileRecord]
        case .settings: settingsRecords
        case .publicSettings: settingsRecords + [profileRecord]
        case .notificationSettings: [.only(person, .notificationSettings, person.uuid)]
        case .ownGroup, .sharing: [.only(person, .group, subject)]
        case .ownEdge: [.only(person, .edge, subject)]
        case .edge, .edgeSettlingRequests: ChangeRecord.edge(person, Person.ID(subject))
        case .mute: [.only(person, .mute, subject)]
        case .request, .acceptedRequest: requestRecords
        // The sender must not learn that it was declined.
        case .declinedRequest: [.only(person, .request, subject)]
        case .item, .workout, .reaction, .score, .groupScore: itemRecords(visibility)
        case .comment, .commentByOther: itemRecords(visibility) + commentRecords(visibility)
        case .group, .role: [groupRecord]
        case .membership: [groupRecord, .only(person, .group, subject)]
        case .joining: [groupRecord, .only(person, .group, subject), .only(person, .invitation, subject)]
        case .removal: [groupRecord] + (other.map { [.only($0, .group, subject)] } ?? [])
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

    private var settingsRecords: [ChangeRecord] {
        [.only(person, .account, subject), .only(person, .settings, subject)]
    }

    /// A request is for the people named in the log. If the receiver was never notified, the log names only the sender.
    private var requestRecords: [ChangeRecord] {
        [.only(person, .request, subject)]
            + (other.map { [.only($0, .request, subject)] + ChangeRecord.edge(person, $0) } ?? [])
    }

    private var groupRecord: ChangeRecord { .group(subject, .group, subject) }

    private var profileRecord: ChangeRecord {
        ChangeRecord(topic: topic, kind: .person, subject: subject, visibility: .public)
    }

    private func itemRecords(_ visibility: ItemVisibility?) -> [ChangeRecord] {
        guard let item, let visibility else { return [] }
        return [ChangeRecord(topic: topic, kind: .item, subject: item.uuid, visibility: visibility)]
    }

    private func commentRecords(_ visibility: ItemVisibility?) -> [ChangeRecord] {
        visibility.map { [ChangeRecord(topic: topic, kind: .comment, subject: subject, visibility: $0)] }
            ?? []
    }
}
