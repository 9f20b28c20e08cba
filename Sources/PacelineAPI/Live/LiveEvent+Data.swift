import Paceline

extension KudosChange: WireValue {
    public static let schemaName = "KudosChange"
    public static let schema = Schema.object(
        .required("item", .uuid),
        .required("kudosCount", .count, "How many it has now."),
        .optional("hasKudos", .boolean, "Whether I gave kudos, when it was I who gave or withdrew them."))
}

/// What a `comment` event tells.
struct LiveComment: WireObject, Equatable {
    var comment: Comment
    var commentCount: Int

    static let schemaName = "LiveComment"
    static let schema = Schema.object(of: LiveComment.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LiveComment>) {
        visitor.field("comment", { $0.comment }, .component(Comment.self))
        visitor.field("commentCount", { $0.commentCount }, .count, "How many its item has now.")
    }
}

/// What a `commentRemoved` event tells.
struct LiveCommentRemoval: WireValue, Equatable {
    var id: Comment.ID
    var item: FeedItem.ID
    var commentCount: Int

    static let schemaName = "LiveCommentRemoval"
    static let schema = Schema.object(
        .required("id", .uuid), .required("item", .uuid),
        .required("commentCount", .count, "How many the item has now."))
}

/// What an event tells that only names somebody or something.
struct LiveReference<Subject>: WireValue, Equatable {
    var id: Identifier<Subject>

    static var schemaName: String { "LiveReference" }
    static var schema: Schema { .object(.required("id", .uuid)) }
}

/// What an event tells that says everything by its name.
struct LiveSignal: WireValue, Equatable {
    static let schemaName = "LiveSignal"
    static let schema = Schema.object()
}
