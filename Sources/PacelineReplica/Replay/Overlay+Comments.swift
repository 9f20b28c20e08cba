import Foundation
import Paceline

extension Overlay {
    /// A comment as the view shows it; nil if it is hidden or deleted. ``comments(of:)`` adds tombstones, since it
    /// knows which deleted comments have replies.
    func comment(_ stored: StoredValue<Comment>) -> Comment? {
        var comment = stored.value
        guard deletedComments[comment.id] == nil else { return nil }
        if let author = comment.author, isHidden(author.id) { return nil }
        if let edit = editedComments[comment.id], !comment.isDeleted, edit.value != comment.text {
            (comment.text, comment.editedAt) = (edit.value, edit.at)
        }
        if let reaction = hearts[comment.id], !comment.isDeleted {
            comment.heartCount = reaction.count(
                from: comment.heartCount, wasMine: comment.hasHeart, stored.serial)
            comment.hasHeart = reaction.isGiven
        }
        return comment
    }

    /// A comment that is not in the truth yet.
    func newComment(_ added: QueuedValue<QueuedComment>) -> Comment? {
        guard let viewer else { return nil }
        let queued = added.value
        return comment(
            StoredValue(
                Comment(
                    id: queued.id, item: queued.item, author: viewer, text: queued.text,
                    parent: queued.parent, createdAt: added.at, editedAt: nil, heartCount: 0, hasHeart: false,
                    isDeleted: false), serial: 0))
    }

    /// The view's comments: stored and queued ones, on items that the view shows.
    func comments(of truth: Truth) -> [Comment.ID: Comment] {
        var comments: [Comment.ID: Comment] = [:]
        for (id, stored) in truth.comments
        where shows(stored.value.item, truth) && !isRestarted(stored.value.item, at: stored.serial) {
            comments[id] = comment(stored)
        }
        for (id, added) in addedComments where truth.comments[id] == nil && shows(added.value.item, truth) {
            // A reply to a comment that is gone has no place.
            if let parent = added.value.parent, truth.comments[parent] == nil, addedComments[parent] == nil {
                continue
            }
            comments[id] = newComment(added)
        }
        let parents = Set(comments.values.compactMap(\.parent))
        for id in deletedComments.keys where parents.contains(id) {
            comments[id] = truth.comments[id].map { tombstone(of: $0.value) }
        }
        return comments
    }

    private func shows(_ item: FeedItem.ID, _ truth: Truth) -> Bool {
        if let stored = truth.items[item] { return self.item(stored, comments: []) != nil }
        return newItem(Workout.ID(item.uuid)) != nil
    }

    private func tombstone(of comment: Comment) -> Comment {
        var comment = comment
        (comment.author, comment.text, comment.isDeleted) = (nil, "", true)
        (comment.heartCount, comment.hasHeart, comment.isWaiting) = (0, false, nil)
        return comment
    }
}
