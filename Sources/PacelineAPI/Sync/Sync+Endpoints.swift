import Paceline

extension API {
    public static let changes = Endpoint<NoParameters, ChangesQuery, NoBody, ChangePage>(
        .get, "/v1/changes", id: "changes", .sync, "What changed since I last asked, each thing as it is now",
        notes: "Without `since`, the token of now and no changes: take it, load what you hold, then follow.",
        errors: [.invalidCursor, .changesExpired],
        .member { try await $0.changes(since: $1.query.since, limit: $1.query.limit) })
}

/// Since when changes are wanted, and how many.
public struct ChangesQuery: Parameters {
    public var since: ChangeToken?
    public var limit: Int

    static let since = Parameter(
        "since", .string(length: 1...longestToken), "The `next` of the answer before; absent to begin."
    ) { text in
        guard (1...longestToken).contains(text.utf8.count) else {
            throw SocialError(.invalidCursor, "That is not a token that was given to you.", field: "since")
        }
        return ChangeToken(text)
    } write: {
        $0.description
    }
    static let limit = Parameter<Int>.integer(
        "limit", in: ChangePage.limits,
        "How many changes at most; \(ChangePage.defaultLimit) when absent.")

    private static let longestToken = 1_024

    public static let descriptions = [since.description, limit.description]

    public init(since: ChangeToken? = nil, limit: Int = ChangePage.defaultLimit) {
        self.since = since
        self.limit = limit
    }

    public init(_ values: ParameterReader) throws {
        since = try values.value(of: Self.since)
        limit = try values.value(of: Self.limit) ?? ChangePage.defaultLimit
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.since, since)
        writer.set(Self.limit, limit)
    }
}
