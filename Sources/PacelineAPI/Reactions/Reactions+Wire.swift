import Paceline

extension Comment: WireObject {
    public static let schemaName = "Comment"
    public static let schema = JSONSchema.object(of: Comment.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Comment>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("item", { $0.item }, .uuid)
        visitor.field("author", { $0.author }, .component(Person.self), "Absent once deleted.")
        visitor.field("text", { $0.text }, .string, "Empty once deleted.")
        visitor.field("parent", { $0.parent }, .uuid, "The comment that it replies to.")
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("editedAt", { $0.editedAt }, .instant)
        visitor.field("heartCount", { $0.heartCount }, .count)
        visitor.field("hasHeart", { $0.hasHeart }, .boolean, "Whether you gave a heart.")
        visitor.field("isDeleted", { $0.isDeleted }, .boolean)
        visitor.field(
            "isWaiting", { $0.isWaiting }, .boolean,
            "Present while the content filter holds your comment: no one else sees it.")
    }
}

extension CommentDraft: WireObject {
    public static let schemaName = "CommentDraft"
    public static let schema = JSONSchema.object(of: CommentDraft.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<CommentDraft>) {
        visitor.field("text", { $0.text }, .text(.comment))
        visitor.field("parent", { $0.parent }, .uuid, "The comment that it replies to.")
        visitor.field(
            "id", { $0.id }, .uuid,
            "Chosen by the client, a random UUID, so that a retry is safe. The comment gets another one if it is or "
                + "was in use.")
    }
}

/// A comment's new text.
public struct CommentEdit: WireObject, Equatable {
    public var text: String

    public static let schemaName = "CommentEdit"
    public static let schema = JSONSchema.object(of: CommentEdit.self)

    public init(text: String) {
        self.text = text
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<CommentEdit>) {
        visitor.field("text", { $0.text }, .text(.comment))
    }
}

extension Tally: WireObject {
    public static let schemaName = "Tally"
    public static let schema = JSONSchema.object(of: Tally.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Tally>) {
        visitor.field("count", { $0.count }, .count)
        visitor.field("mine", { $0.mine }, .boolean, "Whether you gave one of them.")
    }
}

extension Kudos: WireObject {
    public static let schemaName = "Kudos"
    public static let schema = JSONSchema.object(of: Kudos.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Kudos>) {
        visitor.field("person", { $0.person }, .component(Person.self))
        visitor.field("big", { $0.big }, .boolean, "Whether they were given with a long press.")
        visitor.field("createdAt", { $0.createdAt }, .instant)
    }
}

/// The body that gives kudos. An absent body means that they are not big.
public struct KudosDraft: WireObject, Equatable {
    public var big: Bool?

    public static let schemaName = "KudosDraft"
    public static let isBodyOptional = true
    public static let schema = JSONSchema.object(of: KudosDraft.self)

    public init(big: Bool? = nil) {
        self.big = big
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<KudosDraft>) {
        visitor.field(
            "big", { $0.big }, .boolean, "Whether they are given with a long press; false by default.")
    }
}
