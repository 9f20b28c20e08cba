import Paceline

extension API {
    public static let giveKudos = Endpoint<ItemPath, NoParameters, KudosBody, Tally>(
        .put, "/v1/items/{id}/kudos", id: "giveKudos", .reactions, .member, "Give kudos",
        notes: "Giving twice counts once; it may change whether they are big.", errors: [.itemNotFound])

    public static let withdrawKudos = Endpoint<ItemPath, NoParameters, NoBody, Tally>(
        .delete, "/v1/items/{id}/kudos", id: "withdrawKudos", .reactions, .member, "Take back my kudos",
        errors: [.itemNotFound])

    public static let kudos = Endpoint<ItemPath, PageQuery, NoBody, Page<Kudos>>(
        .get, "/v1/items/{id}/kudos", id: "kudos", .reactions, .member, "Who gave kudos, newest first",
        errors: [.itemNotFound])

    public static let comments = Endpoint<ItemPath, PageQuery, NoBody, Page<Comment>>(
        .get, "/v1/items/{id}/comments", id: "comments", .reactions, .member, "Comments, oldest first",
        headers: .ifNoneMatch, errors: [.itemNotFound])

    public static let addComment = Endpoint<ItemPath, NoParameters, CommentDraft, Comment>(
        .post, "/v1/items/{id}/comments", id: "addComment", .reactions, .member, "Comment, or answer one",
        status: 201, headers: .idempotencyKey, errors: [.itemNotFound, .commentNotFound])

    public static let editComment = Endpoint<CommentPath, NoParameters, CommentEdit, Comment>(
        .patch, "/v1/comments/{id}", id: "editComment", .reactions, .member, "Change a comment of mine",
        headers: .ifMatch, errors: [.commentNotFound, .notAllowed])

    public static let deleteComment = Endpoint<CommentPath, NoParameters, NoBody, Nothing>(
        .delete, "/v1/comments/{id}", id: "deleteComment", .reactions, .member,
        "Delete a comment of mine, or one under what is mine", errors: [.commentNotFound, .notAllowed])

    public static let giveHeart = Endpoint<CommentPath, NoParameters, NoBody, Tally>(
        .put, "/v1/comments/{id}/heart", id: "giveHeart", .reactions, .member, "Give a comment a heart",
        errors: [.commentNotFound])

    public static let withdrawHeart = Endpoint<CommentPath, NoParameters, NoBody, Tally>(
        .delete, "/v1/comments/{id}/heart", id: "withdrawHeart", .reactions, .member, "Take back my heart",
        errors: [.commentNotFound])
}

/// `{id}`: a comment’s.
public typealias CommentPath = IDPath<Comment>
