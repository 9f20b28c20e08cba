import Foundation
import Paceline
import PacelineDatabase

// Records for objects that people received and may no longer see, where the object's own record does not reach them.
// Nothing is reported about people hidden by a block.

extension Connection {
    func lossRecords(of event: LoggedEvent, at now: Date) throws -> [ChangeRecord] {
        switch event.kind.traits.changes {
        case .item, .workout, .score, .groupScore: try narrowingRecords(of: event)
        case .profile, .publicSettings: try profileRecords(of: event)
        case .edge, .edgeSettlingRequests, .acceptedRequest: try friendshipRecords(of: event, at: now)
        case .child: try childRecords(of: event)
        default: []
        }
    }

    /// For people who received the item, or whose inbox names it, and who may no longer see it: it was deleted, or its
    /// owner shows it to fewer people.
    private func narrowingRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        guard event.kind.traits.affectsVisibility, let item = event.item, let before = event.visibility,
            before > .private
        else { return [] }
        let losing = { (people: SQL) in
            try self.fetch(
                """
                SELECT DISTINCT told.person
                FROM (\(people)) AS told
                JOIN people ON people.id = \(event.topic)
                LEFT JOIN items ON items.id = \(item)
                WHERE told.person <> people.id AND NOT \(SQL.isBlocked("told.person", "people.id"))
                    AND \(SQL.reaches("told.person", with: "\(before)"))
                    AND NOT \(SQL.reaches("told.person", with: "COALESCE(items.visibility, 0)"))
                """
            ) { $0[0] as Person.ID }
        }
        let receivers = try losing(
            "SELECT topic AS person FROM changes WHERE subject = \(item) AND \(SQL.isReceivedItem)")
        let notified = try losing("SELECT receiver AS person FROM notifications WHERE item = \(item)")
        return receivers.map { .only($0, .item, item.uuid) } + notified.map { .inbox($0) }
    }

    /// For people who do not follow the owner of items that they received: the profile is no longer public, which hides
    /// the items, or shows other details of them.
    private func profileRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        let isNarrowing = event.kind.traits.changes == .profile
        guard !isNarrowing || event.visibility == .public else { return [] }
        let isLost: SQL = "NOT \(SQL.reaches("told.person", with: "items.visibility"))"
        let affected = { (people: SQL, isAffected: SQL) in
            try self.fetch(
                """
                SELECT DISTINCT told.person, items.id
                FROM items
                JOIN people ON people.id = items.owner
                JOIN (\(people)) AS told ON told.item = items.id
                WHERE items.owner = \(event.topic) AND told.person <> items.owner
                    AND items.visibility > 0 AND NOT \(SQL.isBlocked("told.person", "items.owner"))
                    AND \(isAffected)
                """
            ) { (person: $0[0] as Person.ID, item: $0[1] as UUID) }
        }
        let receivers = try affected(
            "SELECT topic AS person, subject AS item FROM changes WHERE \(SQL.isReceivedItem)",
            isNarrowing ? "items.visibility = 3 AND \(isLost)" : "NOT \(isLost)")
        let records = receivers.map { ChangeRecord.only($0.person, .item, $0.item) }
        guard isNarrowing else { return records }
        let notified = try affected(
            "SELECT receiver AS person, item FROM notifications WHERE item IS NOT NULL",
            "items.visibility = 3 AND \(isLost)")
        return records + Set(notified.map(\.person)).map { .inbox($0) }
    }
}

// MARK: - Age

extension Connection {
    /// For two people who became friends or are no longer friends, one of whom is not an adult: what each sees of the
    /// other on the items of people they follow and in shared groups, and the invitations they received.
    private func friendshipRecords(of event: LoggedEvent, at now: Date) throws -> [ChangeRecord] {
        guard let other = event.other else { return [] }
        let (people, person) = ([event.person, other], event.person)
        let isConcerned = try exists(
            """
            SELECT 1
            FROM people
            WHERE id IN \(list: people) AND NOT \(SQL.isAdult("people.id", at: now))
                AND (\(event.kind.mayEndFriendship) OR \(SQL.isFriend("\(person)", of: "\(other)")))
            """)
        guard isConcerned else { return [] }
        return try [(person, other), (other, person)].flatMap { reader, author in
            try commentRecords(by: author, for: reader) + groupRecords(with: author, for: reader)
        }
    }

    private func commentRecords(by author: Person.ID, for reader: Person.ID) throws -> [ChangeRecord] {
        let found = try fetch(
            """
            SELECT comments.id, comments.item
            FROM comments
            JOIN items ON items.id = comments.item
            JOIN people ON people.id = items.owner
            WHERE comments.author = \(author) AND \(SQL.isReleased("comments"))
                AND (items.owner = \(reader)
                    OR EXISTS (SELECT 1 FROM edges WHERE follower = \(reader) AND followee = items.owner)
                        AND \(SQL.reaches("\(reader)", with: "items.visibility")))
            """
        ) { (comment: $0[0] as UUID, item: $0[1] as UUID) }
        return found.flatMap {
            [.only(reader, .comment, $0.comment), .only(reader, .item, $0.item)]
        }
    }

    private func groupRecords(with other: Person.ID, for reader: Person.ID) throws -> [ChangeRecord] {
        let shared = try fetch(
            """
            SELECT mine.group_id
            FROM group_members AS mine
            JOIN group_members AS theirs ON theirs.group_id = mine.group_id AND theirs.person = \(other)
            WHERE mine.person = \(reader)
            """
        ) { ChangeRecord.only(reader, .group, $0[0]) }
        // The end of an invitation that was never reported must not reveal it.
        let invitations = try invitations(of: reader, involving: other)
            .map { ChangeRecord.only(reader, .invitation, $0.uuid) }
            .filter { try has($0) }
        return shared + invitations
    }

    /// For everyone who could see the comments of a person who turned out to be a child, their rows on the boards of
    /// groups, and their name in an inbox. Those who may still see them receive the objects again.
    private func childRecords(of event: LoggedEvent) throws -> [ChangeRecord] {
        let child = event.person
        let comments = try fetch(
            """
            SELECT items.owner, items.visibility, items.id, comments.id
            FROM comments
            JOIN items ON items.id = comments.item
            WHERE comments.author = \(child) AND \(SQL.isReleased("comments"))
            """
        ) { row -> [ChangeRecord] in
            let (owner, visibility) = (row.next() as UUID, row.next() as ItemVisibility)
            return [(Change.Kind.item, row.next() as UUID), (.comment, row.next() as UUID)].map {
                ChangeRecord(topic: owner, kind: $0, subject: $1, visibility: visibility)
            }
        }
        let groups = try fetch("SELECT group_id FROM group_members WHERE person = \(child)") { row in
            let group = row.next() as UUID
            return ChangeRecord.group(group, .group, group)
        }
        return comments.flatMap(\.self) + groups + (try inboxes(naming: child)).map { .inbox($0) }
    }
}

extension SQL {
    /// Whether the row of `changes` reports an item to a single person, who does not follow its owner or is its owner.
    /// Index: `changes_received`, which needs literals.
    fileprivate static let isReceivedItem: SQL = "kind = 'item' AND reach = 0"
}

extension EventKind {
    /// Whether it may be the end of a friendship. A child, who has no followers but friends, ends no other edge that
    /// the other person knows of.
    fileprivate var mayEndFriendship: SQL {
        self == .unfriended || self == .unfollowed ? "1 = 1" : "1 = 0"
    }
}
