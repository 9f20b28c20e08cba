import Paceline

extension KudosChange: WireObject {
    public static let schemaName = "KudosChange"
    public static let schema = JSONSchema.object(of: KudosChange.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<KudosChange>) {
        visitor.field("item", { $0.item }, .uuid)
        visitor.field("kudosCount", { $0.kudosCount }, .count, "The item's current count.")
        visitor.field(
            "hasKudos", { $0.hasKudos }, .boolean,
            "Whether you gave kudos; present only if the change is yours.")
    }
}

/// The data of a `comment` event.
struct LiveComment: WireObject, Equatable {
    var comment: Comment
    var commentCount: Int

    static let schemaName = "LiveComment"
    static let schema = JSONSchema.object(of: LiveComment.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LiveComment>) {
        visitor.field("comment", { $0.comment }, .component(Comment.self))
        visitor.field("commentCount", { $0.commentCount }, .count, "The item's current count.")
    }
}

/// The data of a `commentRemoved` event.
struct LiveCommentRemoval: WireObject, Equatable {
    var id: Comment.ID
    var item: FeedItem.ID
    var commentCount: Int

    static let schemaName = "LiveCommentRemoval"
    static let schema = JSONSchema.object(of: LiveCommentRemoval.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<LiveCommentRemoval>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("item", { $0.item }, .uuid)
        visitor.field("commentCount", { $0.commentCount }, .count, "The item's current count.")
    }
}

/// The data of an event that only refers to something by its id.
struct LiveReference<Subject>: WireObject, Equatable {
    var id: Identifier<Subject>

    static var schemaName: String { "LiveReference" }
    static var schema: JSONSchema { .object(of: Self.self) }

    @inline(__always) static func visit(_ visitor: some WireVisitor<LiveReference>) {
        visitor.field("id", { $0.id }, .uuid)
    }
}

/// The data of an event whose name says everything.
struct LiveSignal: WireObject, Equatable {
    static let schemaName = "LiveSignal"
    static let schema = JSONSchema.object(of: LiveSignal.self)

    static func visit(_ visitor: some WireVisitor<LiveSignal>) {}
}
