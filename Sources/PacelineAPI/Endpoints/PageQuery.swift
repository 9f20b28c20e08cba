import Paceline

/// The query parameters of every list: `limit` and `cursor`.
public struct PageQuery: Parameters {
    public var page: PageRequest

    public init(_ page: PageRequest = PageRequest()) {
        self.page = page
    }

    static let limit = Parameter<Int>.integer(
        "limit", in: PageRequest.limits,
        "The maximum number of items; \(PageRequest.defaultLimit) by default.")
    static let cursor = Parameter(
        "cursor", .string(length: 1...longestCursor),
        "The `next` of the previous page; absent for the first page."
    ) { text in
        guard (1...longestCursor).contains(text.utf8.count) else { throw SocialError.invalidCursor }
        return Cursor(text)
    } write: {
        $0.description
    }

    private static let longestCursor = 1_024

    public static let descriptions = [limit.description, cursor.description]

    public init(_ values: ParameterReader) throws {
        page = PageRequest(
            limit: try values.value(of: Self.limit) ?? PageRequest.defaultLimit,
            cursor: try values.value(of: Self.cursor))
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.limit, page.limit)
        writer.set(Self.cursor, page.cursor)
    }
}
