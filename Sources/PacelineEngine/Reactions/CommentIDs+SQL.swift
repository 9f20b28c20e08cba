import Foundation
import Paceline
import PacelineDatabase

/// The result of looking up the id that a client chose for a comment.
enum CommentIDLookup {
    /// The viewer's comment on the same item has it: the client sends it again.
    case own(Comment.ID)
    /// No comment has it or had it.
    case free(Comment.ID)
    /// Another comment has it, or had it.
    case used
}

extension Reactions {
    func lookUp(_ id: Comment.ID, on item: FeedItem.ID) throws -> CommentIDLookup {
        let found = try connection.fetchFirst(
            "SELECT author, item, is_deleted FROM comments WHERE id = \(id)"
        ) { (author: $0[0] as Person.ID?, item: $0[1] as FeedItem.ID, isDeleted: $0[2] as Bool) }
        if let found {
            let isOwn = found.author == viewer.id && found.item == item && !found.isDeleted
            return isOwn ? .own(id) : .used
        }
        return try transaction.isReserved(id.uuid) ? .used : .free(id)
    }
}

extension CommentDraft {
    /// - Throws: ``SocialError/Code/invalidValue`` for an id that is not random. One with a time would tell readers
    ///   when a comment was written that the content filter held.
    func checkID() throws(SocialError) {
        guard let id, id.uuid.uuid.6 >> 4 != 4 || id.uuid.uuid.8 >> 6 != 2 else { return }
        throw SocialError(.invalidValue, "A comment's id must be a random (version 4) UUID.", field: "id")
    }
}
