import Paceline

extension Comment: WireValue {
    public static let schemaName = "Comment"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("item", .uuid),
        .optional("author", .component(Person.self), "Absent once deleted."),
        .required("text", .string, "Empty once deleted."),
        .optional("parent", .uuid, "The comment that it answers."),
        .required("createdAt", .instant),
        .optional("editedAt", .instant),
        .required("heartCount", .count),
        .required("hasHeart", .boolean, "Whether I gave one."),
        .required("isDeleted", .boolean))
}

extension CommentDraft: WireValue {
    public static let schemaName = "CommentDraft"
    public static let schema = Schema.object(
        .required("text", .text(.comment)),
        .optional("parent", .uuid, "The comment that it answers."))
}

/// A comment's new text.
public struct CommentEdit: WireValue, Equatable {
    public var text: String

    public static let schemaName = "CommentEdit"
    public static let schema = Schema.object(.required("text", .text(.comment)))

    public init(text: String) {
        self.text = text
    }
}

extension Tally: WireValue {
    public static let schemaName = "Tally"
    public static let schema = Schema.object(
        .required("count", .count), .required("mine", .boolean, "Whether one of them is mine."))
}

extension Kudos: WireValue {
    public static let schemaName = "Kudos"
    public static let schema = Schema.object(
        .required("person", .component(Person.self)),
        .required("big", .boolean, "Given by a long press."),
        .required("createdAt", .instant))
}

/// Kudos as they are given; left out, not big.
public struct KudosBody: WireValue, Equatable {
    public var big: Bool?

    public static let schemaName = "KudosDraft"
    public static let mayBeLeftOut = true
    public static let schema = Schema.object(
        .optional("big", .boolean, "As by a long press; false when absent."))

    public init(big: Bool? = nil) {
        self.big = big
    }
}
