import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func comments(on item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Comment> {
        try await read { transaction in
            try transaction.visibleItem(item)
            return try transaction.comments(on: item, page)
        }
    }

    public func comment(_ draft: CommentDraft, on item: FeedItem.ID) async throws -> Comment {
        let draft = CommentDraft(text: try TextRule.comment.check(draft.text), parent: draft.parent)
        return try await write(locking: .item(item), receipt: receipt()) { transaction in
            let owner = try transaction.visibleItem(item).owner
            if let parent = draft.parent, try transaction.visibleComment(parent).comment.item != item {
                throw SocialError(
                    .commentNotFound, "There is no such comment here to answer.", field: "parent")
            }
            let id = Comment.ID.new(at: transaction.now)
            let (connection, me) = (transaction.connection, transaction.viewer.id)
            try connection.insert(id, by: me, on: item, draft, at: transaction.now)
            try transaction.saveMentions(in: draft.text, of: id)
            try transaction.log(.commented, id.uuid, of: owner.uuid, on: item, concerning: owner)
            return try transaction.commentUnderVisibleItem(id).comment
        }
    }

    public func edit(_ id: Comment.ID, text: String, ifMatch version: Version?) async throws -> Comment {
        let text = try TextRule.comment.check(text)
        return try await write(locking: .itemOf(id)) { transaction in
            let stored = try transaction.visibleComment(id)
            guard stored.author == transaction.viewer.id else {
                throw SocialError(.notAllowed, "Only its author can change a comment.")
            }
            try version?.check(against: stored.comment.version)
            guard stored.comment.text != text else { return stored.comment }
            let previous = stored.comment.editedAt ?? stored.comment.createdAt
            let editedAt = max(transaction.now.inMilliseconds, previous.addingTimeInterval(0.001))
            try transaction.connection.send(
                "UPDATE comments SET text = \(text), edited_at = \(editedAt) WHERE id = \(id)")
            try transaction.saveMentions(in: text, of: id)
            try transaction.log(.editedComment, stored)
            return try transaction.commentUnderVisibleItem(id).comment
        }
    }

    public func deleteComment(_ id: Comment.ID) async throws {
        try await write(locking: .itemOf(id)) { transaction in
            let stored = try transaction.visibleComment(id)
            guard [stored.author, stored.itemOwner].contains(transaction.viewer.id) else {
                throw SocialError(
                    .notAllowed, "A comment is deleted by its author, or by the owner of what it is under.")
            }
            let parent = try transaction.connection.fetchFirst("SELECT parent FROM comments WHERE id = \(id)")
            {
                $0[0] as Comment.ID?
            }
            try transaction.takeBackNotifications(where: "comment = \(id)")
            let places = try transaction.connection.delete(
                id, on: stored.comment.item, parent: parent ?? nil)
            try transaction.log(.deletedComment, stored, concerning: stored.author)
            for place in places {
                try transaction.log(
                    .deletedComment, place.id.uuid, of: stored.itemOwner.uuid, on: stored.comment.item,
                    concerning: place.author)
            }
        }
    }
}

extension Transaction {
    /// Remembers whom the text names, of those who exist for its author.
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
