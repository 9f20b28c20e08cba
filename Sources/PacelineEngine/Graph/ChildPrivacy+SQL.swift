import Foundation
import Paceline
import PacelineDatabase

// What a child shares with friends only: their comments, their kudos and hearts, their picture, their place in lists of
// friends and followers, and their rows on the boards of groups. A child in turn sees comments, kudos and hearts by
// friends only, as do people of unknown age. Counts include children. The conditions about children are left out in
// communities without any, and end with the thirteenth birthday.
//
// People are given as qualified columns, since subqueries have columns named `person`, too.

extension SQL {
    /// Whether the person is a child and neither the viewer nor a friend of theirs; nil when no one is.
    static func isUnknownChild(_ person: SQL, to viewer: Viewer) throws -> SQL? {
        guard try viewer.communityHasChildren else { return nil }
        return "(\(isChild(person, at: viewer.now)) AND \(isNotFriend(person, to: viewer.id)))"
    }

    /// Whether the person is neither the viewer nor a friend of theirs.
    fileprivate static func isNotFriend(_ person: SQL, to viewer: Person.ID) -> SQL {
        "(NOT \(isKnown(person, to: viewer)))"
    }

    /// Whether the person is the viewer or a friend of theirs.
    static func isKnown(_ person: SQL, to viewer: Person.ID) -> SQL {
        "(\(person) = \(viewer) OR \(isFriend(person, of: "\(viewer)")))"
    }

    static func isFriend(_ person: SQL, of other: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM edges WHERE follower = \(other) AND followee = \(person) AND is_mutual = 1)"
    }
}

// MARK: - Comments

extension Viewer {
    /// Whether comments of some people may be hidden from the viewer.
    var mayMissComments: Bool {
        get throws { try !hidden.isEmpty || communityHasChildren || readsFriendsOnly }
    }
}

extension SQL {
    /// Whether comments by the author are hidden from the viewer: because of a block, because the author is a child, or
    /// because the viewer reads friends only; nil when no comments are.
    static func hidesComments(by author: SQL, from viewer: Viewer) throws -> SQL? {
        let isHiddenByAge =
            try viewer.readsFriendsOnly
            ? isNotFriend(author, to: viewer.id) : isUnknownChild(author, to: viewer)
        let hidden = try viewer.hidden
        guard !hidden.isEmpty else { return isHiddenByAge }
        let isBlocked: SQL = "\(author) IN \(list: hidden)"
        return isHiddenByAge.map { "(\(isBlocked) OR \($0))" } ?? isBlocked
    }

    /// An `AND` condition that excludes comments hidden from the viewer; empty when there are none.
    static func showsComments(by author: SQL, to viewer: Viewer) throws -> SQL {
        try hidesComments(by: author, from: viewer).map { "AND NOT \($0)" } ?? .empty
    }
}

// Teenagers see comments by people who are not their friends only on an item's own page, not in feeds, streams and the
// change feed.

extension SQL {
    /// Whether the viewer's feeds, streams and change feed include comments by the author, provided that they are
    /// visible; nil if they include all of them.
    static func includesComments(by author: SQL, for viewer: Viewer) throws -> SQL? {
        guard try !viewer.isAdult else { return nil }
        return isKnown(author, to: viewer.id)
    }
}

extension Transaction {
    /// Whether the viewer's feeds, streams and change feed include comments by the author, who is not hidden.
    func includesComments(by author: Person.ID) throws -> Bool {
        guard let isIncluded = try SQL.includesComments(by: "people.id", for: viewer) else { return true }
        return try connection.exists("SELECT 1 FROM people WHERE id = \(author) AND \(isIncluded)")
    }

    func hidesComments(by author: Person.ID) throws -> Bool {
        guard let isHidden = try SQL.hidesComments(by: "people.id", from: viewer) else { return false }
        return try connection.exists("SELECT 1 FROM people WHERE id = \(author) AND \(isHidden)")
    }
}

// MARK: - Kudos and hearts

extension SQL {
    /// An `AND` condition that excludes the givers of kudos and hearts whom lists do not name to the viewer: the same
    /// people whose comments are hidden. Empty when there are none.
    static func showsReactions(by giver: SQL, to viewer: Viewer) throws -> SQL {
        try showsComments(by: giver, to: viewer)
    }

    /// An `AND` condition that excludes people whom cards do not name to the viewer, in addition to hidden people:
    /// children whom the viewer does not know, and for minors and people of unknown age, all who are not friends.
    static func namesOnCards(_ person: SQL, to viewer: Viewer) throws -> SQL {
        guard try viewer.isAdult else { return "AND \(isKnown(person, to: viewer.id))" }
        return try isUnknownChild(person, to: viewer).map { "AND NOT \($0)" } ?? .empty
    }
}

// MARK: - Boards of groups

extension SQL {
    /// Whether the person's row on the group's boards and in its seasons is hidden from the viewer because of their
    /// age; nil when no one's is.
    static func hidesRow(of person: SQL, in group: SQL, from viewer: Viewer) throws -> SQL? {
        try isUnknownChild(person, to: viewer).map { "(\($0) AND NOT \(isSupervised(group)))" }
    }

    /// An `AND` condition that excludes rows hidden from the viewer by a block or by age; empty when there are none.
    static func showsRow(of person: SQL, in group: SQL, to viewer: Viewer) throws -> SQL {
        let isOldEnough = try hidesRow(of: person, in: group, from: viewer).map { "AND NOT \($0)" as SQL }
        return "\(try isNotHidden(person, from: viewer)) \(isOldEnough ?? .empty)"
    }

    /// Whether all members see the rows of children on the group's boards.
    static func isSupervised(_ group: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM groups WHERE groups.id = \(group) AND groups.is_supervised = 1)"
    }
}

// MARK: - Lookups

extension Transaction {
    /// Whether the person is a child whom the viewer does not know. Looked up only in communities with children.
    func isUnknownChild(_ person: Person.ID) throws -> Bool {
        guard let isUnknown = try SQL.isUnknownChild("people.id", to: viewer) else { return false }
        return try connection.exists("SELECT 1 FROM people WHERE id = \(person) AND \(isUnknown)")
    }

    /// Whether the person follows the viewer, who must not learn of it, since the person is a child whom they do not
    /// know.
    func hidesFollower(_ person: Person.ID) throws -> Bool {
        try isUnknownChild(person) && connection.edge(from: person, to: viewer.id) != nil
    }
}

extension Connection {
    /// The children among the people.
    func children(among people: some Sequence<Person.ID>, at now: Date) throws -> [Person.ID] {
        try fetch(
            "SELECT id FROM people WHERE id IN \(list: Array(people)) AND \(SQL.isChild("people.id", at: now))"
        ) { $0[0] as Person.ID }
    }

    /// The people among these who read texts of friends only: see ``Viewer/readsFriendsOnly``.
    func peopleReadingFriendsOnly(
        among people: some Sequence<Person.ID>, at now: Date
    ) throws -> [Person.ID] {
        try fetch(
            """
            SELECT id
            FROM people
            WHERE id IN \(list: Array(people)) AND NOT \(SQL.isTeenagerOrAdult("people.id", at: now))
            """
        ) { $0[0] as Person.ID }
    }

    /// The items among these that have comments by children, which not all viewers see. The caller must have checked
    /// that there are children.
    func itemsWithCommentsByChildren(among items: [FeedItem.ID], at now: Date) throws -> Set<FeedItem.ID> {
        guard !items.isEmpty else { return [] }
        let found = try fetch(
            """
            SELECT DISTINCT item
            FROM comments
            WHERE item IN \(list: items) AND is_deleted = 0 AND \(SQL.isChild("comments.author", at: now))
            """
        ) { $0[0] as FeedItem.ID }
        return Set(found)
    }
}
