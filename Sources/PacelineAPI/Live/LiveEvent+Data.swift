import Paceline

extension KudosChange: WireObject {
    public static let schemaName = "KudosChange"
    public static let schema = JSONSchema.object(of: KudosChange.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<KudosChange>) {
        visitor.field("item", { $0.item }, .uuid)
        visitor.field("kudosCount", { $0.kudosCount }, .count, "How many it has now.")
        visitor.field(
            "hasKudos", { $0.hasKudos }, .boolean,
            "Whether I gave kudos, when it was I who gave or withdrew them.")
    }
}

/// What a `comment` event tells.
struct LiveComment: WireObject, Equatable {
    var comment: Comment
    var commentCount: Int

    static let schemaName = "LiveComment"
    static let schema = JSONSchema.object(of: LiveComment.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LiveComment>) {
        visitor.field("comment", { $0.comment }, .component(Comment.self))
        visitor.field("commentCount", { $0.commentCount }, .count, "How many its item has now.")
    }
}

/// What a `commentRemoved` event tells.
struct LiveCommentRemoval: WireObject, Equatable {
    var id: Comment.ID
    var item: FeedItem.ID
    var commentCount: Int

    static let schemaName = "LiveCommentRemoval"
    static let schema = JSONSchema.object(of: LiveCommentRemoval.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LiveCommentRemoval>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("item", { $0.item }, .uuid)
        visitor.field("commentCount", { $0.commentCount }, .count, "How many the item has now.")
    }
}

/// What an event tells that only names somebody or something.
struct LiveReference<Subject>: WireObject, Equatable {
    var id: Identifier<Subject>

    static var schemaName: String { "LiveReference" }
    static var schema: JSONSchema { .object(of: Self.self) }

    @inline(__always) static func visit(_ visitor: some WireVisitor<LiveReference>) {
        visitor.field("id", { $0.id }, .uuid)
    }
}

/// What an event tells that says everything by its name.
struct LiveSignal: WireObject, Equatable {
    static let schemaName = "LiveSignal"
    static let schema = JSONSchema.object(of: LiveSignal.self)

    static func visit(_ visitor: some WireVisitor<LiveSignal>) {}
}
