import Foundation
import Paceline
import PacelineDatabase

// Only friends see a child's comments, and a child sees comments by friends only. The conditions are left out in
// communities without children, and end with the thirteenth birthday.
//
// People are given as qualified columns, since subqueries have columns named `person`, too.

extension SQL {
    /// Whether the person is a child and neither the viewer nor a friend of theirs; nil when no one is.
    static func isUnknownChild(_ person: SQL, to viewer: Viewer) throws -> SQL? {
        guard try viewer.communityHasChildren else { return nil }
        return "(\(isUnder(13, person, at: viewer.now)) AND \(isStranger(person, to: viewer.id)))"
    }

    /// Whether the person is neither the viewer nor a friend of theirs.
    fileprivate static func isStranger(_ person: SQL, to viewer: Person.ID) -> SQL {
        "(\(person) <> \(viewer) AND NOT \(isFriend(person, of: "\(viewer)")))"
    }

    static func isFriend(_ person: SQL, of other: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM edges WHERE follower = \(other) AND followee = \(person) AND is_mutual = 1)"
    }
}

// MARK: - Comments

extension Viewer {
    /// Whether comments of some people may be hidden from the viewer.
    var mayMissComments: Bool { get throws { try !hidden.isEmpty || communityHasChildren } }
}

extension SQL {
    /// Whether comments by the author are hidden from the viewer, because of a block or because one of the two is a
    /// child; nil when no comments are.
    static func hidesComments(by author: SQL, from viewer: Viewer) throws -> SQL? {
        let isHiddenByAge =
            try viewer.isChild ? isStranger(author, to: viewer.id) : isUnknownChild(author, to: viewer)
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

extension Transaction {
    func hidesComments(by author: Person.ID) throws -> Bool {
        guard let isHidden = try SQL.hidesComments(by: "people.id", from: viewer) else { return false }
        return try connection.exists("SELECT 1 FROM people WHERE id = \(author) AND \(isHidden)")
    }
}

// MARK: - Lookups

extension Connection {
    /// The children among the people.
    func children(among people: some Sequence<Person.ID>, at now: Date) throws -> [Person.ID] {
        try fetch(
            "SELECT id FROM people WHERE id IN \(list: Array(people)) AND \(SQL.isUnder(13, "people.id", at: now))"
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
            WHERE item IN \(list: items) AND is_deleted = 0 AND \(SQL.isUnder(13, "comments.author", at: now))
            """
        ) { $0[0] as FeedItem.ID }
        return Set(found)
    }
}
