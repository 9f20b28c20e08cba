import Algorithms
import Foundation
import Paceline
import PacelineDatabase

extension Session {
    /// People to offer while a name is typed in a comment: first those in the item's thread, then friends, then other
    /// results of a search.
    /// - Parameters:
    ///   - text: the start of a username or display name, 1 to 100 characters.
    ///   - item: the item with the comments, which must be visible to the viewer.
    /// - Throws: ``SocialError/Code/invalidValue``, ``SocialError/Code/itemNotFound``
    public func mentionCandidates(_ text: String, on item: FeedItem.ID, limit: Int) async throws -> [Person] {
        try await read { transaction in
            let entry = try transaction.requestedItem(item)
            let found = try transaction.search(text, PageRequest(limit: limit)).items
            let reactions = Reactions(transaction)
            let inThread = try reactions.people(
                in: """
                    SELECT author
                    FROM comments
                    WHERE item = \(entry.id) AND is_deleted = 0 AND \(SQL.isReleased("comments"))
                        \(SQL.showsComments(by: "comments.author", to: transaction.viewer))
                    UNION
                    SELECT \(entry.owner)
                    """,
                startingWith: text.foldedForSearch, limit: limit)
            let friends = try reactions.people(
                in: """
                    SELECT followee FROM edges WHERE follower = \(transaction.viewer.id) AND is_mutual = 1
                    """,
                startingWith: text.foldedForSearch, limit: limit)
            return Array((inThread + friends + found).uniqued(on: \.id).prefix(limit))
        }
    }
}

extension Reactions {
    /// Unlike a search, it finds people with hidden profiles by their usernames, since the viewer knows them.
    /// - Parameter ids: a query for the people to choose from.
    fileprivate func people(in ids: SQL, startingWith text: String, limit: Int) throws -> [Person] {
        let end = text + "\u{10FFFF}"
        let people = try connection.fetch(
            """
            SELECT \(Person.columns)
            FROM people
            WHERE id IN (\(ids)) AND id <> \(viewer.id) \(SQL.isNotHidden("id", from: viewer))
                AND (
                    (username >= \(text) AND username < \(end))
                    OR EXISTS (
                        SELECT 1 FROM search_names WHERE person = people.id AND name >= \(text) AND name < \(end)
                    )
                )
            ORDER BY username
            LIMIT \(limit)
            """
        ) { Person(&$0) }
        return try transaction.presenting(people)
    }
}
