import Paceline

/// An endpoint without its generic types: enough to route requests to it and to describe it.
public protocol AnyEndpoint: Sendable {
    var id: String { get }
    var method: HTTPMethod { get }
    var path: PathTemplate { get }
    var tag: EndpointTag { get }
    var access: Access { get }
    /// The role that its caller needs; nil for one that people without a role can call.
    var role: StaffRole? { get }
    var summary: String { get }
    var notes: String? { get }
    var headers: ConditionalHeaders { get }
    var ownErrors: [SocialError.Code] { get }
    var pathParameters: [ParameterDescription] { get }
    var queryParameters: [ParameterDescription] { get }
    var body: BodyContent { get }
    var successes: [Success] { get }
    var isIdempotent: Bool { get }
    var takesCredentials: Bool { get }
    var takesCode: Bool { get }
    var isPrivate: Bool { get }
    /// Whether apps may queue its requests, all or some of them: see ``API/sync``.
    var isQueueable: Bool { get }
    /// Whether the server itself handles it, since it is about the server or streams its response.
    var isHandledByServer: Bool { get }

    /// Handles a request for a signed-in person: decodes it, calls the services and encodes the response.
    /// - Throws: ``SocialError``; ``SocialError/Code/notFound`` if the endpoint does not take a session.
    func respond(to request: EncodedRequest, as services: any SocialServices) async throws -> EncodedResponse
    /// Handles a request for a member of the staff, whose role the services check.
    /// - Throws: ``SocialError``; ``SocialError/Code/notFound`` if the endpoint is not for the staff.
    func respond(to request: EncodedRequest, asStaff services: any StaffServices) async throws
        -> EncodedResponse
    /// Handles a request to an endpoint that needs no session.
    /// - Throws: ``SocialError``; ``SocialError/Code/notFound`` if the endpoint needs one.
    func respond(to request: EncodedRequest, from service: any SignInService) async throws -> EncodedResponse
}

extension Endpoint: AnyEndpoint {
    public var pathParameters: [ParameterDescription] { Path.descriptions }
    public var queryParameters: [ParameterDescription] { Query.descriptions }
    public var body: BodyContent { Body.content }
    /// A PATCH edits what exists, so it never returns 201, even if its output can.
    public var successes: [Success] {
        Output.successes(status).filter { method != .patch || $0.status != 201 }
    }
}

extension AnyEndpoint {
    /// All errors that it can return, without duplicates: its own and those implied by its parameters and body.
    public var errors: [SocialError.Code] {
        var codes: [SocialError.Code] = [
            .unknownParameter, .rateLimited, .internalError, .unavailable, .busy, .timeout,
        ]
        if access != .anyone { codes.append(.unauthenticated) }
        if access == .member { codes.append(.usernameRequired) }
        if access != .anyone { codes.append(.insufficientScope) }
        // The staff need recovery codes or a passkey, and confirm sessions in which they presented a weak credential.
        if role != nil { codes += [.staffOnly, .notAllowed, .reauthenticationRequired] }
        if !pathParameters.isEmpty || !queryParameters.isEmpty { codes += [.malformed, .invalidValue] }
        if queryParameters.contains(where: { $0.name == PageQuery.cursor.name }) {
            codes.append(.invalidCursor)
        }
        if headers.contains(.idempotencyKey) { codes += [.malformed, .idempotencyKeyReused] }
        if headers.contains(.ifMatch) { codes += [.malformed, .preconditionFailed] }
        if headers.contains(.lastEventID) { codes.append(.malformed) }
        if headers.contains(.client) { codes.append(.invalidValue) }
        switch body {
        case .none: break
        case .json: codes += [.malformed, .invalidValue, .tooLarge, .unsupportedMediaType]
        case .image: codes += [.imageInvalid, .tooLarge, .unsupportedMediaType]
        }
        return (codes + ownErrors).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
