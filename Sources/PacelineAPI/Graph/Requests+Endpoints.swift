import Paceline

extension API {
    public static let sendRequest = Endpoint<NoParameters, NoParameters, RequestBody, SentRequest>(
        .post, "/v1/requests", id: "sendRequest", .graph, "Ask to be friends, or to follow",
        notes:
            "Answers 200 with an accepted request when a friend request crosses another, which it accepts, and when "
            + "the profile to follow is public.",
        headers: .idempotencyKey,
        errors: [
            .personNotFound, .friendCodeNotFound, .selfNotAllowed, .blockedByMe, .requestsNotAllowed,
            .requestExists, .alreadyFriends, .alreadyFollowing, .ageRestricted,
        ],
        .member { SentRequest(try await $0.request(try $1.body.draft())) })

    public static let requests = Endpoint<NoParameters, RequestsQuery, NoBody, Page<ConnectionRequest>>(
        .get, "/v1/requests", id: "requests", .graph, "Pending requests, newest first",
        headers: .ifNoneMatch,
        .member { try await $0.requests($1.query.direction, kind: $1.query.kind, $1.query.page.page) })

    public static let acceptRequest = Endpoint<RequestPath, NoParameters, NoBody, ConnectionRequest>(
        .post, "/v1/requests/{id}/accept", id: "acceptRequest", .graph, "Accept a request",
        errors: [.requestNotFound, .blockedByMe],
        .member { try await $0.accept($1.path.id) })

    public static let rejectRequest = Endpoint<RequestPath, NoParameters, NoBody, NoContent>(
        .post, "/v1/requests/{id}/reject", id: "rejectRequest", .graph,
        "Reject a request, which its sender is not told", errors: [.requestNotFound],
        .member { try await $0.reject($1.path.id) })

    public static let cancelRequest = Endpoint<RequestPath, NoParameters, NoBody, NoContent>(
        .delete, "/v1/requests/{id}", id: "cancelRequest", .graph, "Take back a request of mine",
        errors: [.requestNotFound],
        .member { try await $0.cancel($1.path.id) })
}

/// `{id}`: a request’s.
public typealias RequestPath = IDPath<ConnectionRequest>

/// Which pending requests are wanted.
public struct RequestsQuery: Parameters {
    public var direction: ConnectionRequest.Direction
    public var kind: ConnectionRequest.Kind?
    public var page: PageQuery

    static let direction = Parameter<ConnectionRequest.Direction>.choice(
        "direction", "Those sent to me (`incoming`, when absent) or by me.")
    static let kind = Parameter<ConnectionRequest.Kind>.choice("kind", "Only those of this kind.")
    public static let descriptions = [direction.description, kind.description] + PageQuery.descriptions

    public init(
        _ direction: ConnectionRequest.Direction = .incoming, kind: ConnectionRequest.Kind? = nil,
        _ page: PageRequest = PageRequest()
    ) {
        self.direction = direction
        self.kind = kind
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        direction = try values.value(of: Self.direction) ?? .incoming
        kind = try values.value(of: Self.kind)
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.direction, direction)
        writer.set(Self.kind, kind)
        page.write(to: &writer)
    }
}
