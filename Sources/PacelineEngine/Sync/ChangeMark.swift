import Foundation
import Paceline

/// That a thing changed, for those who follow its topic and see as much as that.
struct ChangeMark: Hashable {
    /// The person or group whose thing it is, or who alone is told.
    let topic: UUID
    let kind: Change.Kind
    let subject: UUID
    /// The least open visibility that one must see of the topic to be told: what is private, its owner alone is told.
    let reach: ItemVisibility

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

extension LogEntry {
    /// What the event changed, as far as the event itself tells.
    ///
    /// - Parameter reach: how openly the item is seen that it happened on; nil when there is none any more.
    func marks(onItemSeenBy reach: ItemVisibility?) -> [ChangeMark] {
        switch kind.traits.changes {
        case .none: []
        case .account: [.only(person, .account, person.uuid)]
        case .profile: [.only(person, .account, person.uuid), profileMark]
        case .settings: settingsMarks
        case .publicSettings: settingsMarks + [profileMark]
        case .notificationSettings: [.only(person, .notificationSettings, person.uuid)]
        case .ownGroup: [.only(person, .group, subject)]
        case .ownEdge: [.only(person, .edge, subject)]
        case .edge, .edgeSettlingRequests: ChangeMark.edge(person, Person.ID(subject))
        case .mute: [.only(person, .mute, subject)]
        case .request, .acceptedRequest: requestMarks
        // Its sender is not told.
        case .rejectedRequest: [.only(person, .request, subject)]
        case .item, .reaction, .score: itemMarks(reach)
        case .comment, .commentByOther: itemMarks(reach) + commentMarks(reach)
        case .group: [groupMark]
        case .membership: [groupMark, .only(person, .group, subject)]
        case .joining: [groupMark, .only(person, .group, subject), .only(person, .invitation, subject)]
        case .removal: [groupMark] + (other.map { [.only($0, .group, subject)] } ?? [])
        case .invitation: other.map { [.only($0, .invitation, subject)] } ?? []
        case .ownInvitation: [.only(person, .invitation, subject)]
        case .season: [.group(topic, .season, subject)]
        }
    }

    /// Whose the thing is that the event is about, where it shows somebody besides its topic.
    var author: Person.ID? {
        switch kind.traits.changes {
        case .comment: person
        case .commentByOther: other
        case .none, .account, .profile, .settings, .publicSettings, .notificationSettings, .ownGroup,
            .ownEdge,
            .edge, .edgeSettlingRequests, .mute, .request, .acceptedRequest, .rejectedRequest, .item,
            .reaction,
            .score, .group, .membership, .joining, .removal, .invitation, .ownInvitation, .season:
            nil
        }
    }

    private var settingsMarks: [ChangeMark] {
        [.only(person, .account, subject), .only(person, .settings, subject)]
    }

    /// A request is told to those whom the log names; one that its receiver never heard of names its sender alone.
    private var requestMarks: [ChangeMark] {
        [.only(person, .request, subject)]
            + (other.map { [.only($0, .request, subject)] + ChangeMark.edge(person, $0) } ?? [])
    }

    /// For the members of the group.
    private var groupMark: ChangeMark { .group(subject, .group, subject) }

    private var profileMark: ChangeMark {
        ChangeMark(topic: topic, kind: .person, subject: subject, reach: .public)
    }

    private func itemMarks(_ reach: ItemVisibility?) -> [ChangeMark] {
        guard let item, let reach else { return [] }
        return [ChangeMark(topic: topic, kind: .item, subject: item.uuid, reach: reach)]
    }

    private func commentMarks(_ reach: ItemVisibility?) -> [ChangeMark] {
        reach.map { [ChangeMark(topic: topic, kind: .comment, subject: subject, reach: $0)] } ?? []
    }
}
