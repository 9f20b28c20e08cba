/// Kudos, comments and hearts.
///
/// ```swift
/// let tally = try await session.giveKudos(to: item.id, big: false)
/// print(tally.count, "kudos")
/// let comment = try await session.comment(CommentDraft(text: "Well rowed!"), on: item.id)
/// _ = try await session.giveHeart(to: comment.id)
/// ```
public protocol ReactionService: Sendable {
    /// Gives kudos, or changes whether the viewer's kudos are big. Repeating it changes nothing. The owner of the item
    /// can give kudos, too.
    /// - Parameter big: true gives big kudos, which stand out in the notification.
    /// - Throws: ``SocialError/Code/itemNotFound``.
    func giveKudos(to item: FeedItem.ID, big: Bool) async throws -> Tally
    /// Withdraws the viewer's kudos.
    /// - Throws: ``SocialError/Code/itemNotFound``.
    func withdrawKudos(from item: FeedItem.ID) async throws -> Tally
    /// An item's kudos, newest first.
    /// - Throws: ``SocialError/Code/itemNotFound``.
    func kudos(of item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Kudos>

    /// An item's comments, oldest first.
    /// - Throws: ``SocialError/Code/itemNotFound``.
    func comments(on item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Comment>
    /// Posts a comment or a reply.
    /// - Throws: ``SocialError/Code/itemNotFound``; ``SocialError/Code/commentNotFound`` when the comment to answer is
    ///   gone; ``SocialError/Code/invalidValue`` for empty or long text; ``SocialError/Code/rateLimited`` after many
    ///   comments within an hour.
    func comment(_ draft: CommentDraft, on item: FeedItem.ID) async throws -> Comment
    /// Edits one of the viewer's comments.
    /// - Parameter version: edits only if the comment still has this version; nil to edit in any case.
    /// - Throws: ``SocialError/Code/preconditionFailed`` when the version differs,
    ///   ``SocialError/Code/commentNotFound``, ``SocialError/Code/notAllowed`` for another person's comment or
    ///   ``SocialError/Code/invalidValue``.
    func edit(_ id: Comment.ID, text: String, ifMatch version: Version?) async throws -> Comment
    /// Deletes a comment; for its author and the item's owner.
    /// - Throws: ``SocialError/Code/commentNotFound`` or ``SocialError/Code/notAllowed``.
    func deleteComment(_ id: Comment.ID) async throws
    /// Gives a comment a heart. Repeating it changes nothing.
    /// - Throws: ``SocialError/Code/commentNotFound``.
    func giveHeart(to comment: Comment.ID) async throws -> Tally
    /// Withdraws the viewer's heart.
    /// - Throws: ``SocialError/Code/commentNotFound``.
    func withdrawHeart(from comment: Comment.ID) async throws -> Tally
    /// The people who gave a comment a heart, newest first.
    /// - Throws: ``SocialError/Code/commentNotFound``.
    func hearts(of comment: Comment.ID, _ page: PageRequest) async throws -> Page<Person>
}

extension ReactionService {
    /// Withdraws the viewer's kudos if `given`, otherwise gives them.
    /// - Parameter given: whether the viewer has given kudos until now.
    /// - Throws: ``SocialError/Code/itemNotFound``.
    public func toggleKudos(of item: FeedItem.ID, given: Bool) async throws -> Tally {
        given ? try await withdrawKudos(from: item) : try await giveKudos(to: item, big: false)
    }
}
