import Paceline

extension API {
    public static let sendRequest = Endpoint<NoParameters, NoParameters, RequestBody, SentRequest>(
        .post, "/v1/requests", id: "sendRequest", .graph, "Send a friend or follow request",
        notes:
            "Returns 200 with an accepted request if the person has already sent you a friend request, or if the "
            + "profile to follow is public. Access tokens of children and people of unknown age cannot ask.",
        headers: .idempotencyKey, takesCode: true,
        errors: [
            .personNotFound, .friendCodeNotFound, .selfNotAllowed, .blockedByMe, .requestsNotAllowed,
            .requestExists, .alreadyFriends, .alreadyFollowing, .quotaExceeded,
        ], queueing: .only { $0.body.code == nil },
        .member { SentRequest(try await $0.request(try $1.body.draft())) })

    public static let requests = Endpoint<NoParameters, RequestsQuery, EmptyBody, Page<ConnectionRequest>>(
        .get, "/v1/requests", id: "requests", .graph, "List pending requests, newest first",
        headers: .ifNoneMatch,
        .member { try await $0.requests($1.query.direction, kind: $1.query.kind, $1.query.page.page) })

    public static let acceptRequest = Endpoint<RequestPath, NoParameters, EmptyBody, ConnectionRequest>(
        .post, "/v1/requests/{id}/accept", id: "acceptRequest", .graph, "Accept a request",
        notes: "Access tokens of children and people of unknown age cannot accept.",
        errors: [.requestNotFound, .blockedByMe], queueing: .always,
        .member { try await $0.accept($1.path.id) })

    public static let rejectRequest = Endpoint<RequestPath, NoParameters, EmptyBody, NoContent>(
        .post, "/v1/requests/{id}/reject", id: "rejectRequest", .graph,
        "Decline a request; its sender is not notified", isPrivate: true, errors: [.requestNotFound],
        queueing: .always,
        .member { try await $0.decline($1.path.id) })

    public static let cancelRequest = Endpoint<RequestPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/requests/{id}", id: "cancelRequest", .graph, "Cancel a request that you sent",
        errors: [.requestNotFound], queueing: .always,
        .member { try await $0.cancel($1.path.id) })
}

/// `{id}`: a request's id.
public typealias RequestPath = IDPath<ConnectionRequest>

/// The query of the pending requests: direction, kind and page.
public struct RequestsQuery: Parameters {
    public var direction: ConnectionRequest.Direction
    public var kind: ConnectionRequest.Kind?
    public var page: PageQuery

    static let direction = Parameter<ConnectionRequest.Direction>.choice(
        "direction", "Requests sent to you (`incoming`, the default) or by you.")
    static let kind = Parameter<ConnectionRequest.Kind>.choice("kind", "Only requests of this kind.")
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
