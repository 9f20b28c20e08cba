import Foundation
import Paceline

extension Comments {
    /// Posts a comment or a reply. It is shown at once, at the end of the list: see ``isSending(_:)``.
    ///
    /// ```swift
    /// try await Comments(session, on: item.id).post("Same time next week?", replyingTo: comment.id)
    /// ```
    /// - Parameters:
    ///   - text: 1 to 500 characters.
    ///   - parent: the comment to reply to; nil for a top-level comment.
    /// - Throws: the errors of ``ReactionService/comment(_:on:)``.
    @discardableResult
    public func post(_ text: String, replyingTo parent: Comment.ID? = nil) async throws -> Comment {
        let posting = Posting(try checked(text), parent, on: item, by: viewer.known)
        return try await list.state.perform(on: nil) { content in
            posting.show(in: &content)
        } asking: { [services, item, list] in
            posting.earlier = Set(list.items.map(\.id))
            return try await services.comment(posting.draft, on: item)
        } then: { comment, content in
            // Also if pages before it are missing: the person has just written it.
            content.addLast(comment)
        }
    }

    /// Edits one of the viewer's comments.
    /// - Parameters:
    ///   - comment: the comment's id.
    ///   - text: the new text, 1 to 500 characters.
    ///   - version: edits only if the comment still has this version; nil to edit in any case.
    /// - Throws: the errors of ``ReactionService/edit(_:text:ifMatch:)``.
    @discardableResult
    public func edit(
        _ comment: Comment.ID, text: String, ifMatch version: Version? = nil
    ) async throws -> Comment {
        let text = try checked(text)
        return try await list.state.perform(on: comment.uuid) { content in
            content.update(comment.uuid) { $0.text = text }
        } asking: { [services] in
            try await services.edit(comment, text: text, ifMatch: version)
        } then: { edited, content in
            content.update(comment.uuid) { $0 = edited }
        }
    }

    /// Deletes a comment; for its author and the item's owner.
    /// - Throws: the errors of ``ReactionService/deleteComment(_:)``.
    public func delete(_ comment: Comment.ID) async throws {
        try await list.state.perform(on: comment.uuid) { content in
            content.delete(comment)
        } asking: { [services] in
            try await services.deleteComment(comment)
        } then: { _, content in
            content.delete(comment)
        }
        // Replies on later pages would keep its place.
        if hasMore { list.state.markStale() }
    }

    /// Gives a comment a heart.
    /// - Throws: the errors of ``ReactionService/giveHeart(to:)``.
    @discardableResult
    public func giveHeart(to comment: Comment.ID) async throws -> Tally {
        try await setHeart(of: comment, given: true) { try await $0.giveHeart(to: comment) }
    }

    /// Withdraws the viewer's heart.
    /// - Throws: the errors of ``ReactionService/withdrawHeart(from:)``.
    @discardableResult
    public func withdrawHeart(from comment: Comment.ID) async throws -> Tally {
        try await setHeart(of: comment, given: false) { try await $0.withdrawHeart(from: comment) }
    }

    /// Gives a comment a heart, or withdraws it if the list shows the viewer's.
    /// - Throws: the errors of ``ReactionService/giveHeart(to:)``.
    @discardableResult
    public func toggleHeart(of comment: Comment.ID) async throws -> Tally {
        if list.item(comment)?.hasHeart == true { return try await withdrawHeart(from: comment) }
        return try await giveHeart(to: comment)
    }

    private func setHeart(
        of comment: Comment.ID, given: Bool, _ request: @MainActor (any SocialServices) async throws -> Tally
    ) async throws -> Tally {
        try await list.state.perform(on: comment.uuid) { content in
            content.update(comment.uuid) { $0.showHeart(given) }
        } asking: { [services] in
            try await request(services)
        } then: { tally, content in
            content.update(comment.uuid) { ($0.heartCount, $0.hasHeart) = (tally.count, tally.mine) }
        }
    }

    /// The text as the service stores it.
    private func checked(_ text: String) throws -> String {
        do {
            return try TextRule.comment.check(text)
        } catch {
            list.state.refuse(error)
            throw error
        }
    }
}

/// A comment that is being sent.
@MainActor
private final class Posting {
    let draft: CommentDraft
    /// The comments that existed when it was sent; nil before. An equal one that arrives later is this one, in an event
    /// that is faster than the answer.
    var earlier: Set<Comment.ID>?
    private let preview: Comment

    init(_ text: String, _ parent: Comment.ID?, on item: FeedItem.ID, by author: Person?) {
        draft = CommentDraft(text: text, parent: parent)
        preview = Comment(
            id: Comment.ID(UUID()), item: item, author: author, text: text, parent: parent, createdAt: Date(),
            editedAt: nil, heartCount: 0, hasHeart: false, isDeleted: false)
    }

    func show(in content: inout ListContent<Comment, Comments.Summary>) {
        guard !content.rows.contains(where: { isThis($0) }) else { return }
        content.addLast(preview)
        content.summary.sending.insert(preview.id)
    }

    private func isThis(_ comment: Comment) -> Bool {
        guard let earlier, !earlier.contains(comment.id) else { return false }
        return comment.text == draft.text && comment.parent == draft.parent
            && comment.author?.id == preview.author?.id
    }
}

extension Comment {
    /// Counts the viewer's heart, unless it is counted already.
    fileprivate mutating func showHeart(_ given: Bool) {
        guard hasHeart != given else { return }
        hasHeart = given
        heartCount = max(0, heartCount + (given ? 1 : -1))
    }
}
