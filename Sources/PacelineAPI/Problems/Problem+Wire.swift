import Paceline

extension SocialError.Code: JSONWritable {}

extension Problem: WireObject {
    public static let schemaName = "Problem"

    public static let schema = JSONSchema.object(of: Problem.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Problem>) {
        visitor.field("type", { $0.type }, .string, "A page that explains the code.")
        visitor.field("title", { $0.title }, .string, "The same for every problem of its code.")
        visitor.field("status", { $0.status }, .integer(400...599))
        visitor.field("code", { $0.code }, .errorCode)
        visitor.field(
            "detail", { $0.detail }, .string, "What went wrong this time, for the person who asked.")
        visitor.field("field", { $0.field }, .string, "The field or parameter at fault.")
        visitor.field("requestId", { $0.requestId }, .string, "Found again in the server's log.")
    }
}

extension SocialError: WireObject {
    public static let schemaName = "Error"

    public static let schema = JSONSchema.object(of: SocialError.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SocialError>) {
        visitor.field("code", { $0.code }, .errorCode)
        visitor.field("message", { $0.message }, .string)
        visitor.field("field", { $0.field }, .string, "The field at fault.")
        visitor.field(
            "retryAfter", { $0.retryAfter }, .count, "Seconds after which trying again may succeed.")
    }
}

extension JSONSchema {
    /// A stable word that programs may decide by; newer servers may have more of them.
    static let errorCode = JSONSchema.string(length: 1...64)
}
