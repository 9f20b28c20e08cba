import Paceline

extension SocialError.Code: JSONWritable {}

extension Problem: WireObject {
    public static let schemaName = "Problem"

    public static let schema = JSONSchema.object(of: Problem.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Problem>) {
        visitor.field("type", { $0.type }, .string, "A page that explains the code.")
        visitor.field("title", { $0.title }, .string, "The same for all problems with this code.")
        visitor.field("status", { $0.status }, .integer(400...599))
        visitor.field("code", { $0.code }, .errorCode)
        visitor.field(
            "detail", { $0.detail }, .string, "What went wrong, as a message for the person.")
        visitor.field("field", { $0.field }, .string, "The invalid field or parameter.")
        visitor.field("requestId", { $0.requestId }, .string, "The request's id in the server log.")
    }
}

extension SocialError: WireObject {
    public static let schemaName = "Error"

    public static let schema = JSONSchema.object(of: SocialError.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SocialError>) {
        visitor.field("code", { $0.code }, .errorCode)
        visitor.field("message", { $0.message }, .string)
        visitor.field("field", { $0.field }, .string, "The invalid field.")
        visitor.field(
            "retryAfter", { $0.retryAfter }, .count, "Seconds to wait before retrying.")
    }
}

extension JSONSchema {
    /// A stable error code for programs. Newer servers may add codes.
    static let errorCode = JSONSchema.string(length: 1...64)
}
