import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func comments(on item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Comment> {
        try await read { transaction in
            let item = try transaction.requestedItem(item).id
            return try Reactions(transaction).comments(on: item, page)
        }
    }

    public func comment(_ draft: CommentDraft, on item: FeedItem.ID) async throws -> Comment {
        try draft.checkID()
        let draft = CommentDraft(
            text: try TextRule.comment.check(draft.text), parent: draft.parent, id: draft.id)
        return try await write(locking: .item(item), receipt: receipt()) {
            try Reactions($0).comment(draft, on: item)
        }
    }

    public func edit(_ id: Comment.ID, text: String, ifMatch version: Version?) async throws -> Comment {
        let text = try TextRule.comment.check(text)
        return try await write(locking: .itemOf(id)) {
            try Reactions($0).edit(id, text: text, ifMatch: version)
        }
    }

    public func deleteComment(_ id: Comment.ID) async throws {
        try await write(locking: .itemOf(id)) { try Reactions($0).deleteComment(id) }
    }
}

extension Reactions {
    /// - Parameters:
    ///   - draft: must be validated.
    ///   - requested: the item's id, or one that the viewer's client chose.
    func comment(_ draft: CommentDraft, on requested: FeedItem.ID) throws -> Comment {
        let entry = try transaction.requestedItem(requested)
        let (item, owner) = (entry.id, entry.owner)
        if let parent = draft.parent, try visibleComment(parent).comment.item != item {
            throw SocialError(
                .commentNotFound, "There is no such comment to reply to.", field: "parent")
        }
        let me = viewer.id
        let chosen = try draft.id.map { try lookUp($0, on: item) }
        if case .own(let id) = chosen { return try commentUnderVisibleItem(id).comment }
        let id = if case .free(let id) = chosen { id } else { Comment.ID.new(using: environment.random) }
        try countComment()
        let rating = try transaction.rating(of: [draft.text])
        try connection.insert(id, by: me, on: item, draft, rating, at: now)
        try saveMentions(in: draft.text, of: id)
        if rating.isHeld {
            try connection.hold(.comment, id.uuid, of: me, at: now)
        } else {
            try transaction.log(.commented, id.uuid, of: owner.uuid, on: item, concerning: owner)
        }
        return try commentUnderVisibleItem(id).comment
    }

    /// - Parameter text: must be validated.
    func edit(_ id: Comment.ID, text: String, ifMatch version: Version?) throws -> Comment {
        let stored = try visibleComment(id)
        guard stored.author == viewer.id else {
            throw SocialError(.notAllowed, "Only the comment's author can edit it.")
        }
        try version?.check(against: stored.comment.version)
        guard stored.comment.text != text else { return stored.comment }
        let previous = stored.comment.editedAt ?? stored.comment.createdAt
        let editedAt = now.roundedToMilliseconds(after: previous)
        let rating = try transaction.rating(of: [text])
        try countMentions(added: text, to: stored, rating)
        try connection.send(
            """
            UPDATE comments SET text = \(text), rating = \(rating), edited_at = \(editedAt) WHERE id = \(id)
            """)
        try saveMentions(in: text, of: id)
        try didEdit(stored, rating, at: editedAt)
        return try commentUnderVisibleItem(id).comment
    }

    /// - Throws: ``SocialError/Code/rateLimited``.
    private func countComment() throws {
        guard let limit = environment.quotas.commentsPerHour else { return }
        try connection.add(.comment(by: viewer.id, limit: limit), at: now)
    }

    /// Counts an edit that mentions further people like a comment, since it notifies them. One that releases a held
    /// comment is counted anyway.
    private func countMentions(added text: String, to stored: StoredComment, _ rating: TextRating) throws {
        let isReleased = stored.isHeld && !rating.isHeld
        let before = Mention.usernames(in: stored.comment.text)
        guard !isReleased, Mention.usernames(in: text).contains(where: { !before.contains($0) }) else {
            return
        }
        try countComment()
    }

    /// A comment that is held after the edit looks deleted to others; one that no longer is looks new.
    private func didEdit(_ stored: StoredComment, _ rating: TextRating, at editedAt: Date) throws {
        try transaction.hold(.comment, stored.comment.id.uuid, rating, wasHeld: stored.isHeld)
        switch (stored.isHeld, rating.isHeld) {
        case (false, false): try log(.editedComment, stored)
        case (true, true): break
        case (false, true):
            try connection.count(-1, on: stored.comment.item)
            try transaction.retractNotifications(where: "comment = \(stored.comment.id)")
            try log(.deletedComment, stored, concerning: stored.author)
            try log(connection.tombstones(above: stored.comment.id), losing: stored)
        case (true, false):
            // It notifies like a new one.
            try countComment()
            try connection.appear(stored.comment.id, at: editedAt)
            try connection.count(1, on: stored.comment.item)
            try log(.commented, stored)
        }
    }

    func deleteComment(_ id: Comment.ID) throws {
        let stored = try visibleComment(id)
        guard [stored.author, stored.itemOwner].contains(viewer.id) else {
            throw SocialError(
                .notAllowed, "Only the comment's author and the item's owner can delete it.")
        }
        // Others never saw a held comment. If it has replies, they see its tombstone from now on.
        let isUnknown = try stored.isHeld && !connection.hasReplies(id)
        let tombstones = try connection.tombstones(above: id)
        try transaction.retractNotifications(where: "comment = \(id)")
        try transaction.hold(.comment, id.uuid, .harmless, wasHeld: stored.isHeld)
        try transaction.reserve([id.uuid])
        try connection.delete(id, on: stored.comment.item, below: tombstones, isHeld: stored.isHeld)
        // Others never saw it, so no tombstone above it was shown for its sake.
        guard !isUnknown else { return }
        try log(.deletedComment, stored, concerning: stored.author)
        try log(tombstones, losing: stored)
    }

    /// Logs that the tombstones above a deleted comment may have gone too. Also a tombstone with other replies: a reader
    /// from whom those replies are hidden must not learn from a missing event that they exist.
    private func log(_ tombstones: [Tombstone], losing reply: StoredComment) throws {
        var authors: Set<Person.ID> = [reply.author]
        for tombstone in tombstones {
            authors.insert(tombstone.author)
            // The tombstones further above have these authors, too.
            guard let (person, other) = try peopleToName(among: authors, of: tombstone, losing: reply) else {
                return
            }
            try connection.append(
                LogEntry(
                    kind: .deletedComment, person: person, topic: reply.itemOwner.uuid,
                    subject: tombstone.id.uuid, item: reply.comment.item, other: other),
                at: now)
        }
    }

    /// The people to name in the event. A reader from whom neither is hidden has seen the tombstone, since all authors
    /// between it and the reply are visible to them. The age of `other` is checked, too.
    /// - Returns: nil if more than two of the authors may be hidden from readers. To those who see all of them, the
    ///   tombstone stays until they read the item's comments again.
    private func peopleToName(
        among authors: Set<Person.ID>, of tombstone: Tombstone, losing reply: StoredComment
    ) throws -> (person: Person.ID, other: Person.ID)? {
        guard authors.count > 2 else {
            let isChild = try transaction.isChild(tombstone.author)
            return isChild ? (reply.author, tombstone.author) : (tombstone.author, reply.author)
        }
        let blocked = try connection.peopleWithBlocks(among: authors, orNotAdultAt: now).filter(\.hasBlocks)
        let children = try connection.children(among: authors, at: now)
        let hidden = Set(blocked.map(\.person) + children).sorted()
        guard hidden.count <= 2, children.count <= 1 else { return nil }
        let other = children.first ?? hidden.first ?? reply.author
        return (hidden.first { $0 != other } ?? other, other)
    }

    /// Replaces the comment's mentions. People who are hidden from the author are left out.
    fileprivate func saveMentions(in text: String, of comment: Comment.ID) throws {
        try connection.send("DELETE FROM mentions WHERE comment = \(comment)")
        let usernames = Mention.usernames(in: text)
        guard !usernames.isEmpty else { return }
        try connection.send(
            """
            INSERT INTO mentions (comment, person)
            SELECT \(comment), id
            FROM people
            WHERE username IN \(list: usernames)
                \(SQL.isNotHidden("id", from: viewer))
            """)
    }
}
