import Paceline

extension API {
    public static let changes = Endpoint<NoParameters, ChangesQuery, EmptyBody, ChangePage>(
        .get, "/v1/changes", id: "changes", .sync, "List changes since a token, each with its current state",
        notes:
            "Without `since`, returns no changes and the current token: store it, load your data, then poll.",
        errors: [.invalidCursor, .changesExpired],
        .member { try await $0.changes(since: $1.query.since, limit: $1.query.limit) })

    public static let sync = Endpoint<NoParameters, NoParameters, SyncRequest, SyncAnswer>(
        .post, "/v1/sync", id: "sync", .sync, "Send queued commands, and list changes since a token",
        notes: """
            Commands are requests to operations with `x-queueable`. They run in order, each only once even if it is \
            sent again, and with the rules and limits of its operation. Each counts as a request. If one cannot run \
            now, its result has status 429 or 5xx, and later commands neither run nor have results.
            """,
        errors: [.invalidCursor, .changesExpired, .deviceReused], isIdempotent: true,
        .member { try await $0.sync($1.body) })
}

/// The query of the changes: the token to continue from and the page size.
public struct ChangesQuery: Parameters {
    public var since: ChangeToken?
    public var limit: Int

    static let since = Parameter(
        "since", .string(length: 1...longestToken), "The `next` of the previous response; absent to start."
    ) { text in
        guard (1...longestToken).contains(text.utf8.count) else {
            throw SocialError(.invalidCursor, "This token is not valid for you.", field: "since")
        }
        return ChangeToken(text)
    } write: {
        $0.description
    }
    static let limit = Parameter<Int>.integer(
        "limit", in: ChangePage.limits,
        "The maximum number of changes; \(ChangePage.defaultLimit) by default.")

    static let longestToken = 1_024

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
