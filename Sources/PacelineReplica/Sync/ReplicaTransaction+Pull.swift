import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

extension ReplicaTransaction {
    /// Applies a change. What the viewer may no longer see is removed in the same transaction. What they may see in
    /// addition is noted, to be loaded afterwards.
    /// - Parameter readAt: when the server sent it, in milliseconds since 1970.
    mutating func apply(_ change: PulledChange, readAt: Int64) throws {
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
        case .item(let item): try put(item, readAt: readAt)
        case .comment(let comment): try put(comment, readAt: readAt)
        case .group(let group): try put(.group, id, try group.json(), readAt: readAt)
        case .invitation(let invitation): try put(.invitation, id, try invitation.json(), readAt: readAt)
        case .season(let season): try put(.season, id, try season.json(), readAt: readAt)
        case .board: try dropAnswers(startingWith: "board/\(id.uuidString.lowercased())")
        case .inbox(let inbox):
            try remember(try inbox.json(), for: Self.inbox, naming: inbox.namedPeople, readAt: readAt)
        case .deleted(let kind): try forget(kind, id)
        case .unknown: break
        }
    }

    private func forget(_ kind: Change.Kind, _ id: UUID) throws {
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
            try dropAnswers(startingWith: "board/\(id.uuidString.lowercased())")
            try dropAnswers(startingWith: "group/\(id.uuidString.lowercased())")
        case .board: try dropAnswers(startingWith: "board/\(id.uuidString.lowercased())")
        case .invitation: try delete(.invitation, id)
        case .season: try delete(.season, id)
        case .inbox: try dropAnswers(startingWith: Self.inbox)
        }
    }

    /// The first page of the viewer's inbox; nil if it is not held.
    func inbox() throws -> NotificationInbox? {
        try rememberedAnswer(for: Self.inbox).map { try PacelineJSON.decode(NotificationInbox.self, from: $0) }
    }

    /// Changes of the inbox before the token that was just received are not sent.
    func forgetInbox() throws { try dropAnswers(startingWith: Self.inbox) }

    /// The key of the first page of the viewer's inbox among the remembered answers.
    private static let inbox = "inbox"
}

extension NotificationInbox {
    /// All people whom its notifications name.
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

// Changes of who sees what.
extension ReplicaTransaction {
    /// An edge may show more or less of a person, and does not say which: what is stored is removed at once, and loaded
    /// again. A block and its end change what the viewer sees of others, too.
    /// - Parameter relationship: nil for an edge that is gone.
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

    /// Another birth date may be another age group, which decides whose comments and names the viewer may read.
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

    /// A person who hides details or totals hides them in all their items, which are not reported one by one.
    private func apply(_ person: Person, readAt: Int64) throws {
        let json = try connection.fetchFirst("SELECT json FROM people WHERE id = \(person.id.uuid)") {
            $0[0] as [UInt8]
        }
        try put(person, readAt: readAt)
        guard let old = try json.map({ try PacelineJSON.decode(Person.self, from: $0) }),
            old.showsWorkoutDetails != person.showsWorkoutDetails
                || (old.stats == nil) != (person.stats == nil)
        else { return }
        try dropItems(of: person.id)
        try scheduleLoad(.personFeed, person.id.uuid)
    }

    private func reloadUnreadable(_ kind: Change.Kind, _ id: UUID) throws {
        switch kind {
        case .account, .settings: try scheduleLoad(.account)
        case .person: try scheduleLoad(.person, id)
        // After a change of an edge, the viewer may see less: what is stored of the person is removed at once.
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
        case .inbox: try dropAnswers(startingWith: Self.inbox)
        }
    }

    func dropAnswers(startingWith prefix: String) throws {
        try connection.execute("DELETE FROM answers WHERE substr(key, 1, \(prefix.utf8.count)) = \(prefix)")
    }
}
