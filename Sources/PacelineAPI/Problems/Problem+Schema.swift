import Paceline

extension Problem: WireValue {
    public static let schemaName = "Problem"

    public static let schema = Schema.object(
        .required("type", .string, "A page that explains the code."),
        .required("title", .string, "The same for every problem of its code."),
        .required("status", .integer(400...599)),
        .required("code", .errorCode),
        .required("detail", .string, "What went wrong this time, for the person who asked."),
        .optional("field", .string, "The field or parameter at fault."),
        .optional("requestId", .string, "Found again in the server's log."))
}

extension SocialError: WireValue {
    public static let schemaName = "Error"

    public static let schema = Schema.object(
        .required("code", .errorCode),
        .required("message", .string),
        .optional("field", .string, "The field at fault."),
        .optional("retryAfter", .count, "Seconds after which trying again may succeed."))
}

extension Schema {
    /// A stable word that programs may decide by; newer servers may have more of them.
    static let errorCode = Schema.string(length: 1...64)
}
