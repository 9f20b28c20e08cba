/// Kudos, comments and hearts (R1–R3).
public protocol ReactionService: Sendable {
    /// Gives kudos, or makes those already given big or small; giving twice counts once.
    func giveKudos(to item: FeedItem.ID, big: Bool) async throws -> Tally
    func withdrawKudos(from item: FeedItem.ID) async throws -> Tally
    /// Who gave them, newest first.
    func kudos(of item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Kudos>

    /// Oldest first.
    func comments(on item: FeedItem.ID, _ page: PageRequest) async throws -> Page<Comment>
    func comment(_ draft: CommentDraft, on item: FeedItem.ID) async throws -> Comment
    /// - Parameter version: when given, the comment is changed only if it still has this version.
    func edit(_ id: Comment.ID, text: String, ifMatch version: Version?) async throws -> Comment
    /// By its author, or by the owner of what it stands under.
    func deleteComment(_ id: Comment.ID) async throws
    func giveHeart(to comment: Comment.ID) async throws -> Tally
    func withdrawHeart(from comment: Comment.ID) async throws -> Tally
    /// Who gave the comment a heart, newest first.
    func hearts(of comment: Comment.ID, _ page: PageRequest) async throws -> Page<Person>
}

extension ReactionService {
    /// Gives kudos when none of mine are there, otherwise withdraws them.
    public func toggleKudos(of item: FeedItem.ID, given: Bool) async throws -> Tally {
        given ? try await withdrawKudos(from: item) : try await giveKudos(to: item, big: false)
    }
}
