import Foundation
import Paceline
import PacelineDatabase

/// A comment with its author and the owner of its item.
struct StoredComment {
    var comment: Comment
    let author: Person.ID
    let itemOwner: Person.ID
    /// Whether only the author sees it.
    let isHeld: Bool
}

/// A deleted comment with replies.
struct Tombstone {
    let id: Comment.ID
    let author: Person.ID
}

extension Reactions {
    /// Logs an action of the viewer on the comment.
    /// - Parameter other: the other person concerned; the owner of the item when nil.
    func log(_ event: EventKind, _ stored: StoredComment, concerning other: Person.ID? = nil) throws {
        try transaction.log(
            event, stored.comment.id.uuid, of: stored.itemOwner.uuid, on: stored.comment.item,
            concerning: other ?? stored.itemOwner)
    }

    /// Needs ``commentTables``.
    private var commentColumns: SQL {
        get throws {
            """
            \(Person.columns), comments.is_deleted, \(try shownParent), comments.id, comments.item,
            comments.text, comments.rating, comments.created_at, comments.edited_at, comments.heart_count,
            comments.heart_count > 0
                AND EXISTS (SELECT 1 FROM hearts WHERE comment = comments.id AND person = \(viewer.id))
            """
        }
    }

    /// A reply to a comment that is hidden from the viewer, or held, is shown as if it had no parent.
    private var shownParent: SQL {
        get throws {
            let isHidden = try SQL.hidesComments(by: "parents.author", from: viewer)
            return """
                CASE WHEN NOT \(SQL.isReleased("parents", for: viewer)) \(isHidden.map { "OR \($0)" as SQL } ?? .empty)
                    THEN NULL ELSE comments.parent END
                """
        }
    }

    private static let commentTables: SQL = """
        comments
        JOIN people ON people.id = comments.author
        LEFT JOIN comments AS parents ON parents.id = comments.parent
        """

    private func comment(_ row: inout Row) -> Comment {
        let author = Person(&row)
        let isDeleted = row.next() as Bool
        let parent = row.next() as Comment.ID?
        let (id, item) = (row.next() as Comment.ID, row.next() as FeedItem.ID)
        let (text, rating) = (row.next() as String, row.next() as TextRating)
        var comment = Comment(
            id: id, item: item, author: isDeleted ? nil : author, text: text, parent: parent,
            createdAt: row.next(), editedAt: row.next(), heartCount: row.next(), hasHeart: row.next(),
            isDeleted: isDeleted)
        comment.rating = rating
        return comment
    }

    /// The comments as the viewer may see them: counts leave out people who are hidden from the viewer, and words that
    /// the viewer's content filter masks are masked.
    private func presenting(_ comments: [Comment]) throws -> [Comment] {
        guard try !viewer.hidden.isEmpty, !comments.isEmpty else { return try transaction.shown(comments) }
        var comments = comments
        let hearts = try hiddenHearts(of: comments.map(\.id))
        let authors = try transaction.people(comments.compactMap(\.author?.id))
        for index in comments.indices {
            comments[index].heartCount -= hearts[comments[index].id] ?? 0
            comments[index].author = comments[index].author.flatMap { authors[$0.id] }
        }
        return try transaction.shown(comments)
    }

    /// The number of hearts of each comment that come from people who are hidden from the viewer.
    func hiddenHearts(of comments: [Comment.ID]) throws -> [Comment.ID: Int] {
        let hidden = try viewer.hidden
        guard !hidden.isEmpty, !comments.isEmpty else { return [:] }
        let rows = try connection.fetch(
            """
            SELECT comment, COUNT(*)
            FROM hearts
            WHERE comment IN \(list: comments) AND person IN \(list: hidden)
            GROUP BY comment
            """
        ) { ($0[0] as Comment.ID, $0[1] as Int) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Leaves out tombstones whose every reply is hidden from the viewer or held, since they would reveal them. Climbs
    /// from the shown comments to the tombstones above them, each once, if there are tombstones.
    /// - Parameter items: the item of the comments, or a query for their items, in parentheses. In two pairs of them, a
    ///   query has one value to SQLite: the first.
    private func isShown(amongCommentsOn items: SQL) throws -> SQL {
        """
        AND (comments.is_deleted = 0 OR comments.id IN (
            WITH RECURSIVE shown (id) AS (
                SELECT replies.parent
                FROM comments AS replies
                WHERE replies.item IN \(items) AND replies.is_deleted = 0 AND replies.parent IS NOT NULL
                    AND \(SQL.isReleased("replies", for: viewer))
                    \(try SQL.showsComments(by: "replies.author", to: viewer))
                UNION
                SELECT tombstones.parent
                FROM comments AS tombstones
                JOIN shown ON shown.id = tombstones.id
                WHERE tombstones.is_deleted = 1 AND tombstones.parent IS NOT NULL
                    \(try SQL.showsComments(by: "tombstones.author", to: viewer))
            )
            SELECT id FROM shown))
        """
    }

    /// A page of the item's comments, oldest first, including tombstones.
    func comments(on item: FeedItem.ID, _ page: PageRequest) throws -> Page<Comment> {
        let limit = try transaction.limit(of: page)
        let list = "comments|\(item)"
        let start = try transaction.start(of: page, in: list)
        let rows = try connection.fetch(
            """
            SELECT \(commentColumns)
            FROM \(Self.commentTables)
            WHERE comments.item = \(item)
                AND \(SQL.isReleased("comments", for: viewer))
                \(SQL.showsComments(by: "comments.author", to: viewer))
                \(isShown(amongCommentsOn: "(\(item))"))
                \(SQL.isAfter(start, "comments.created_at", "comments.id"))
            ORDER BY comments.created_at, comments.id
            LIMIT \(limit + 1)
            """, comment)
        let found = transaction.page(of: rows, limit, in: list) { Position(at: $0.createdAt, id: $0.id.uuid) }
        return Page(items: try presenting(found.items), next: found.next)
    }

    /// The comments among these that the viewer may see, including tombstones.
    /// - Returns: also whether the viewer's change feed includes them: see ``SQL/includesComments(by:for:)``.
    func commentsWithTombstones(
        _ ids: [Comment.ID]
    ) throws -> [(comment: Comment, isIncluded: Bool)] {
        let isIncluded = try SQL.includesComments(by: "comments.author", for: viewer)
            .map { "comments.is_deleted = 1 OR \($0)" as SQL }
        let rows = try connection.fetch(
            """
            SELECT \(commentColumns), \(isIncluded ?? "1 = 1")
            FROM \(Self.commentTables)
            WHERE comments.id IN \(list: ids)
                AND \(SQL.isReleased("comments", for: viewer))
                \(SQL.showsComments(by: "comments.author", to: viewer))
                \(isShown(amongCommentsOn: "(SELECT item FROM comments WHERE id IN \(list: ids))"))
            """
        ) { row in (comment: comment(&row), isIncluded: row.next() as Bool) }
        let items = Set(try transaction.entries(of: Set(rows.map { $0.comment.item }).sorted()).map(\.id))
        let seen = rows.filter { items.contains($0.comment.item) }
        let presented = try presenting(seen.map { $0.comment })
        return zip(presented, seen).map { (comment: $0, isIncluded: $1.isIncluded) }
    }

    /// The newest comment that the viewer may see, by item.
    /// - Parameter ofAllPeople: whether it may be one that the viewer's feeds do not include: see
    ///   ``SQL/includesComments(by:for:)``.
    func latestComments(
        on items: [FeedItem.ID], ofAllPeople: Bool = false
    ) throws -> Deferred<[FeedItem.ID: Comment]> {
        guard !items.isEmpty else { return Deferred([:]) }
        let isIncluded = try ofAllPeople ? nil : SQL.includesComments(by: "latest.author", for: viewer)
        let rows = try connection.fetchAllLater(
            """
            WITH entries (item) AS (VALUES \(each: items))
            SELECT \(commentColumns)
            FROM entries
            CROSS JOIN \(Self.commentTables)
            WHERE comments.item = entries.item
                AND (comments.created_at, comments.id) = (
                    SELECT latest.created_at, latest.id
                    FROM comments AS latest
                    WHERE latest.item = entries.item
                        AND latest.is_deleted = 0
                        AND \(SQL.isReleased("latest"))
                        \(SQL.showsComments(by: "latest.author", to: viewer))
                        \(isIncluded.map { "AND \($0)" as SQL } ?? .empty)
                    ORDER BY latest.created_at DESC, latest.id DESC
                    LIMIT 1)
            """, comment)
        return rows.map { Dictionary(uniqueKeysWithValues: try presenting($0).map { ($0.item, $0) }) }
    }

    /// The comments among these that the viewer may see, without tombstones, by id.
    func comments(_ ids: [Comment.ID]) throws -> [Comment.ID: Comment] {
        guard !ids.isEmpty else { return [:] }
        let rows = try connection.fetch(
            """
            SELECT \(commentColumns)
            FROM \(Self.commentTables)
            WHERE comments.id IN \(list: ids)
                AND comments.is_deleted = 0
                AND \(SQL.isReleased("comments", for: viewer))
                \(SQL.showsComments(by: "comments.author", to: viewer))
                AND \(SQL.seesItem("comments.item", viewer.id, at: now))
            """, comment)
        return Dictionary(uniqueKeysWithValues: try presenting(rows).map { ($0.id, $0) })
    }

    /// The first statement decides, so that a hidden comment takes no longer than a missing one.
    /// - Throws: ``SocialError/Code/commentNotFound``, also when the viewer may not see the comment or its item.
    func visibleComment(_ id: Comment.ID) throws -> StoredComment {
        let isVisible = try connection.exists(
            """
            SELECT 1
            FROM comments
            JOIN items ON items.id = comments.item
            JOIN people ON people.id = items.owner
            WHERE \(isShown(id)) AND \(SQL.isOfKnownKind) AND \(transaction.isVisible)
            """)
        guard isVisible else { throw SocialError.commentNotFound }
        return try commentUnderVisibleItem(id)
    }

    /// Whether the row of `comments` has the id and is shown to the viewer, if its item is.
    private func isShown(_ id: Comment.ID) throws -> SQL {
        """
        comments.id = \(id) AND comments.is_deleted = 0 AND \(SQL.isReleased("comments", for: viewer))
            \(try SQL.showsComments(by: "comments.author", to: viewer))
        """
    }

    /// The caller must have checked that the viewer may see the item.
    /// - Throws: ``SocialError/Code/commentNotFound``, also when the viewer may not see the comment.
    func commentUnderVisibleItem(_ id: Comment.ID) throws -> StoredComment {
        let found = try connection.fetchFirst(
            """
            SELECT \(commentColumns), comments.author, items.owner
            FROM \(Self.commentTables)
            JOIN items ON items.id = comments.item
            WHERE \(isShown(id))
            """
        ) { row in
            let comment = comment(&row)
            return StoredComment(
                comment: comment, author: row.next(), itemOwner: row.next(), isHeld: comment.rating.isHeld)
        }
        guard var found else { throw SocialError.commentNotFound }
        found.comment = try presenting([found.comment])[0]
        return found
    }
}

extension Connection {
    /// Inserts the comment. Held ones do not count.
    func insert(
        _ id: Comment.ID, by author: Person.ID, on item: FeedItem.ID, _ draft: CommentDraft,
        _ rating: TextRating, at now: Date
    ) throws {
        try send(
            """
            INSERT INTO comments (id, item, author, parent, text, rating, created_at)
            VALUES (\(id), \(item), \(author), \(draft.parent), \(draft.text), \(rating), \(now))
            """)
        if !rating.isHeld { try count(1, on: item) }
    }

    /// Changes the number of comments on the item.
    func count(_ change: Int, on item: FeedItem.ID) throws {
        try send("UPDATE items SET comment_count = comment_count + \(change) WHERE id = \(item)")
    }

    /// Deletes the comment. If it has replies, a tombstone remains until the last reply is deleted.
    /// - Parameter tombstones: those above the comment, the nearest first.
    func delete(
        _ id: Comment.ID, on item: FeedItem.ID, below tombstones: [Tombstone], isHeld: Bool
    ) throws {
        if !isHeld { try count(-1, on: item) }
        guard try !hasReplies(id) else {
            try send("DELETE FROM hearts WHERE comment = \(id)")
            try send("DELETE FROM mentions WHERE comment = \(id)")
            try send(
                "UPDATE comments SET text = '', rating = 0, heart_count = 0, is_deleted = 1 WHERE id = \(id)")
            return
        }
        try send("DELETE FROM comments WHERE id = \(id)")
        try deleteUnanswered(tombstones)
    }

    /// Deletes tombstones up to one that still has replies.
    /// - Parameter tombstones: each above the one before it.
    func deleteUnanswered(_ tombstones: [Tombstone]) throws {
        for tombstone in tombstones {
            guard try !hasReplies(tombstone.id) else { break }
            try send("DELETE FROM comments WHERE id = \(tombstone.id)")
        }
    }

    /// The tombstones above the comment, the nearest first, up to a comment that is not deleted.
    func tombstones(above comment: Comment.ID) throws -> [Tombstone] {
        var found: [Tombstone] = []
        var last = comment
        while true {
            let tombstone = try fetchFirst(
                """
                SELECT parents.id, parents.author
                FROM comments
                JOIN comments AS parents ON parents.id = comments.parent
                WHERE comments.id = \(last) AND parents.is_deleted = 1
                """
            ) { Tombstone(id: $0[0], author: $0[1]) }
            guard let tombstone else { return found }
            found.append(tombstone)
            last = tombstone.id
        }
    }

    func hasReplies(_ id: Comment.ID) throws -> Bool {
        try exists("SELECT 1 FROM comments WHERE parent = \(id)")
    }
}
