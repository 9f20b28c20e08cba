import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

extension ReplicaTransaction {
    /// Applies changes. The same transaction removes everything that the viewer may no longer see. What they may now
    /// also see is loaded later.
    /// - Parameter readAt: when the server sent them, in milliseconds since 1970.
    mutating func apply(_ changes: [PulledChange], readAt: Int64) throws {
        for change in changes { try apply(change, readAt: readAt) }
        try dropAnswers(containing: changes.compactMap(\.removedItemOrComment))
    }

    private mutating func apply(_ change: PulledChange, readAt: Int64) throws {
        switch change {
        case .change(let change): try apply(change, readAt: readAt)
        case .unreadable(let kind, let id): try reloadUnreadable(kind, id)
        }
    }

    private mutating func apply(_ change: Change, readAt: Int64) throws {
        let id = change.id.uuid
        switch change.content {
        case .account(let account): try apply(account, readAt: readAt)
        case .settings(let settings): try apply(settings, readAt: readAt)
        case .notificationSettings(let settings):
            try put(.notificationSettings, .zero, try settings.json(), readAt: readAt)
        case .person(let person): try apply(person, readAt: readAt)
        case .edge(let person, let relationship):
            try apply(edge: person.id, relationship, readAt: readAt)
        case .mute(let person):
            try put(.mute, id, person: person.id, try person.json(), readAt: readAt)
            try drop(person.id)
        case .request(let request): try put(request, readAt: readAt)
        case .item(let item):
            try put(item, readAt: readAt)
            try dropKudosLists(of: item.id)
        case .comment(let comment): try put(comment, readAt: readAt)
        case .group(let group): try put(.group, id, try group.json(), readAt: readAt)
        case .invitation(let invitation): try put(.invitation, id, try invitation.json(), readAt: readAt)
        case .season(let season): try put(.season, id, try season.json(), readAt: readAt)
        case .board: try dropAnswers(startingWith: AnswerKey.board(LeaderboardGroup.ID(id)))
        case .inbox(let inbox):
            try remember(try inbox.json(), for: AnswerKey.inbox, naming: inbox.namedPeople, readAt: readAt)
        case .deleted(let kind): try apply(deletionOf: kind, id)
        case .unknown: break
        }
    }

    private func apply(deletionOf kind: Change.Kind, _ id: UUID) throws {
        switch kind {
        case .account, .settings, .notificationSettings: break
        case .person: try connection.execute("DELETE FROM people WHERE id = \(id)")
        case .edge: try apply(edge: Person.ID(id), nil, readAt: 0)
        case .mute:
            try delete(.mute, id)
            try scheduleLoad(.person, id)
        case .request: try delete(.request, id)
        case .item: try deleteItem(id)
        case .comment: try deleteComment(id)
        case .group:
            try delete(.group, id)
            try dropAnswers(startingWith: AnswerKey.board(LeaderboardGroup.ID(id)))
            try dropAnswers(startingWith: AnswerKey.group(LeaderboardGroup.ID(id)))
        case .board: try dropAnswers(startingWith: AnswerKey.board(LeaderboardGroup.ID(id)))
        case .invitation: try delete(.invitation, id)
        case .season: try delete(.season, id)
        case .inbox: try dropAnswers(startingWith: AnswerKey.inbox)
        }
    }

    /// The first page of the viewer's inbox; nil if it is not stored.
    func inbox() throws -> NotificationInbox? {
        try rememberedAnswer(for: AnswerKey.inbox).map { json in
            try Self.reading(AnswerKey.inbox) { try Self.decode(NotificationInbox.self, from: json) }
        }
    }

    /// Removes the inbox when a new token begins: the change feed does not report older changes of it.
    func forgetInbox() throws { try dropAnswers(startingWith: AnswerKey.inbox) }
}

extension PulledChange {
    fileprivate var removedItemOrComment: UUID? {
        guard case .change(let change) = self, case .deleted(let kind) = change.content else { return nil }
        return kind == .item || kind == .comment ? change.id.uuid : nil
    }
}

extension NotificationInbox {
    /// All people in its notifications.
    fileprivate var namedPeople: Set<Person.ID> {
        items.reduce(into: []) { people, notification in
            people.formUnion(notification.people.map(\.id))
            let others = [
                notification.item?.owner, notification.comment?.author, notification.request?.from,
                notification.request?.to,
            ]
            people.formUnion(others.compactMap { $0?.id })
        }
    }
}

// Changes that affect what the viewer may see.
extension ReplicaTransaction {
    /// Applies a new relationship. It may show more or less of the person and does not say what, so everything stored
    /// of them is removed now and loaded again. A block or its end also affects other people's items, such as their
    /// comments.
    /// - Parameter relationship: nil if there is none any more.
    private func apply(edge person: Person.ID, _ relationship: Relationship?, readAt: Int64) throws {
        let old = try edge(to: person)
        try drop(person)
        if let relationship, relationship != .notFriends {
            try put(edge: person, relationship, readAt: readAt)
        } else {
            try delete(.edge, person.uuid)
        }
        if relationship == nil || relationship == .blockedByMe || old == .blockedByMe {
            try scheduleFullLoad()
        } else {
            try scheduleLoad(.person, person.uuid)
        }
    }

    /// Applies a new account. Another birth date may mean another age group, which decides whose comments and names the
    /// viewer may read.
    private mutating func apply(_ account: Account, readAt: Int64) throws {
        let old = try self.account()
        try put(.account, .zero, try account.json(), readAt: readAt)
        if let old, old.birthDate != account.birthDate {
            for table in ["items", "people", "answers"] as [SQL] {
                try connection.execute("DELETE FROM \(table)")
            }
            try connection.execute(
                "DELETE FROM things WHERE kind IN ('request', 'group', 'invitation', 'season')")
            meta.horizon = nil
            try scheduleFullLoad()
        } else if let old, old.settings.contentFilter != account.settings.contentFilter {
            try scheduleFullLoad()
        }
    }

    private mutating func apply(_ settings: AccountSettings, readAt: Int64) throws {
        guard var account = try account() else { return }
        account.settings = settings
        try apply(account, readAt: readAt)
    }

    /// Applies a new profile. The change feed does not report each item of a person who now hides details or totals.
    private func apply(_ person: Person, readAt: Int64) throws {
        let old = try self.person(person.id)
        try put(person, readAt: readAt)
        guard let old,
            old.showsWorkoutDetails != person.showsWorkoutDetails
                || (old.stats == nil) != (person.stats == nil)
        else { return }
        try dropItems(of: person.id)
        try scheduleLoad(.personFeed, person.id.uuid)
    }

    /// Removes what a change that cannot be decoded may have hidden from the viewer, and loads it again.
    private func reloadUnreadable(_ kind: Change.Kind, _ id: UUID) throws {
        switch kind {
        case .account, .settings: try scheduleLoad(.account)
        case .person: try scheduleLoad(.person, id)
        case .edge, .mute:
            try drop(Person.ID(id))
            try scheduleFullLoad()
        case .request:
            try delete(.request, id)
            try scheduleLoad(.incomingRequests)
            try scheduleLoad(.outgoingRequests)
        case .item:
            try deleteItem(id)
            try scheduleLoad(.item, id)
        case .comment: try deleteComment(id)
        case .group, .season, .board:
            try delete(.season, id)
            try scheduleLoad(.groups)
        case .invitation: try scheduleLoad(.invitations)
        case .notificationSettings: try delete(.notificationSettings, .zero)
        case .inbox: try dropAnswers(startingWith: AnswerKey.inbox)
        }
    }

    /// Removes the remembered lists of who gave kudos to an item: a change of the item may be one of its kudos, and
    /// does not say of whose.
    func dropKudosLists(of item: FeedItem.ID) throws {
        let path = "/v1/items/\(item)/kudos"
        // A query begins with "?", which is followed by "@".
        try connection.execute("DELETE FROM answers WHERE key >= \(path) AND key < \(path + "@")")
    }

    func dropAnswers(startingWith prefix: String) throws {
        try connection.execute("DELETE FROM answers WHERE substr(key, 1, \(prefix.utf8.count)) = \(prefix)")
    }
}
