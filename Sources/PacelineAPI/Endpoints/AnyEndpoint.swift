import Paceline

/// What can be said of an endpoint without knowing its types: enough to route to it and to describe it.
public protocol AnyEndpoint: Sendable {
    var id: String { get }
    var method: HTTPMethod { get }
    var path: PathTemplate { get }
    var tag: EndpointTag { get }
    var access: Access { get }
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
    /// Whether it is about the server itself, or goes on and on, so that the services alone cannot answer it.
    var isAnsweredByServer: Bool { get }

    /// Decodes what is asked, does it for the person whose services these are, and encodes the answer.
    /// - Throws: ``SocialError``, ``SocialError/Code/notFound`` for an endpoint that the services do not answer.
    func reply(to request: EncodedRequest, as services: any SocialServices) async throws -> Reply
    /// The same for what anyone may ask.
    func reply(to request: EncodedRequest, from service: any SignInService) async throws -> Reply
}

extension Endpoint: AnyEndpoint {
    public var pathParameters: [ParameterDescription] { Path.descriptions }
    public var queryParameters: [ParameterDescription] { Query.descriptions }
    public var body: BodyContent { Body.content }
    public var successes: [Success] { Output.successes(status) }
}

extension AnyEndpoint {
    /// Every error that it may give, each once: its own and those that follow from its shape.
    public var errors: [SocialError.Code] {
        var codes: [SocialError.Code] = [
            .unknownParameter, .rateLimited, .internalError, .unavailable, .timeout,
        ]
        if access != .anyone { codes.append(.unauthenticated) }
        if access == .member { codes.append(.usernameRequired) }
        if !pathParameters.isEmpty || !queryParameters.isEmpty { codes += [.malformed, .invalidValue] }
        if queryParameters.contains(where: { $0.name == PageQuery.cursor.name }) {
            codes.append(.invalidCursor)
        }
        if headers.contains(.idempotencyKey) { codes += [.malformed, .idempotencyKeyReused] }
        if headers.contains(.ifMatch) { codes += [.malformed, .preconditionFailed] }
        if headers.contains(.lastEventID) { codes.append(.malformed) }
        switch body {
        case .none: break
        case .json: codes += [.malformed, .invalidValue, .tooLarge, .unsupportedMediaType]
        case .image: codes += [.imageInvalid, .tooLarge, .unsupportedMediaType]
        }
        return (codes + ownErrors).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
