import Paceline

extension API {
    public static let giveKudos = Endpoint<ItemPath, NoParameters, KudosDraft, Tally>(
        .put, "/v1/items/{id}/kudos", id: "giveKudos", .reactions, "Give kudos",
        notes: "Giving kudos again only changes whether they are big.", errors: [.itemNotFound],
        queueing: .always,
        .member { try await $0.giveKudos(to: $1.path.id, big: $1.body.big ?? false) })

    public static let withdrawKudos = Endpoint<ItemPath, NoParameters, EmptyBody, Tally>(
        .delete, "/v1/items/{id}/kudos", id: "withdrawKudos", .reactions, "Withdraw your kudos",
        errors: [.itemNotFound], queueing: .always,
        .member { try await $0.withdrawKudos(from: $1.path.id) })

    public static let kudos = Endpoint<ItemPath, PageQuery, EmptyBody, Page<Kudos>>(
        .get, "/v1/items/{id}/kudos", id: "kudos", .reactions, "List kudos, newest first",
        errors: [.itemNotFound],
        .member { try await $0.kudos(of: $1.path.id, $1.query.page) })

    public static let comments = Endpoint<ItemPath, PageQuery, EmptyBody, Page<Comment>>(
        .get, "/v1/items/{id}/comments", id: "comments", .reactions, "List comments, oldest first",
        headers: .ifNoneMatch, errors: [.itemNotFound],
        .member { try await $0.comments(on: $1.path.id, $1.query.page) })

    public static let addComment = Endpoint<ItemPath, NoParameters, CommentDraft, Comment>(
        .post, "/v1/items/{id}/comments", id: "addComment", .reactions, "Add a comment or a reply",
        status: 201, headers: .idempotencyKey, errors: [.itemNotFound, .commentNotFound], queueing: .always,
        .member { try await $0.comment($1.body, on: $1.path.id) })

    public static let editComment = Endpoint<CommentPath, NoParameters, CommentEdit, Comment>(
        .patch, "/v1/comments/{id}", id: "editComment", .reactions, "Edit your comment",
        headers: .ifMatch, errors: [.commentNotFound, .notAllowed], queueing: .always,
        .member { try await $0.edit($1.path.id, text: $1.body.text, ifMatch: $1.version) })

    public static let deleteComment = Endpoint<CommentPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/comments/{id}", id: "deleteComment", .reactions,
        "Delete your comment, or one on your item", errors: [.commentNotFound, .notAllowed],
        queueing: .always,
        .member { try await $0.deleteComment($1.path.id) })

    public static let giveHeart = Endpoint<CommentPath, NoParameters, EmptyBody, Tally>(
        .put, "/v1/comments/{id}/heart", id: "giveHeart", .reactions, "Give a comment a heart",
        errors: [.commentNotFound], queueing: .always,
        .member { try await $0.giveHeart(to: $1.path.id) })

    public static let withdrawHeart = Endpoint<CommentPath, NoParameters, EmptyBody, Tally>(
        .delete, "/v1/comments/{id}/heart", id: "withdrawHeart", .reactions, "Withdraw your heart",
        errors: [.commentNotFound], queueing: .always,
        .member { try await $0.withdrawHeart(from: $1.path.id) })

    public static let hearts = Endpoint<CommentPath, PageQuery, EmptyBody, Page<Person>>(
        .get, "/v1/comments/{id}/hearts", id: "hearts", .reactions,
        "List the people who gave a heart, newest first",
        errors: [.commentNotFound],
        .member { try await $0.hearts(of: $1.path.id, $1.query.page) })
}

/// `{id}`: a comment's id.
public typealias CommentPath = IDPath<Comment>
