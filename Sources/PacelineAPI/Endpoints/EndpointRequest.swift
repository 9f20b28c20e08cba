import Paceline

/// A decoded request, as an endpoint's action receives it.
public struct EndpointRequest<Path: Sendable, Query: Sendable, Body: Sendable>: Sendable {
    public let path: Path
    public let query: Query
    public let body: Body
    /// The version that the resource must still have, from `If-Match`.
    public let version: Version?
    /// The position to resume a stream after, from `Last-Event-ID`.
    public let position: LogPosition?
    /// The media types that the client accepts, from `Accept`.
    public let accepted: AcceptedMedia
}

/// A request before it is decoded, independent of the HTTP library.
public struct EncodedRequest: Sendable {
    /// The path parameters, percent-decoded, by name.
    public var path: [String: String]
    /// The query parameters, percent-decoded, in request order.
    public var query: [(name: String, value: String)]
    public var body: [UInt8]
    /// The media type of the body.
    public var contentType: String?
    /// The value of `If-Match`.
    public var ifMatch: String?
    /// The value of `Last-Event-ID`.
    public var lastEventID: String?
    /// The value of `Accept`; nil accepts any type.
    public var accept: String?

    public init(
        path: [String: String] = [:], query: [(name: String, value: String)] = [], body: [UInt8] = [],
        contentType: String? = nil, ifMatch: String? = nil, lastEventID: String? = nil, accept: String? = nil
    ) {
        self.path = path
        self.query = query
        self.body = body
        self.contentType = contentType
        self.ifMatch = ifMatch
        self.lastEventID = lastEventID
        self.accept = accept
    }
}

extension EncodedRequest {
    /// The version in `If-Match`.
    fileprivate var expectedVersion: Version? {
        get throws(SocialError) {
            guard let ifMatch else { return nil }
            guard let version = Version(entityTag: ifMatch) else {
                throw SocialError(
                    .preconditionFailed,
                    "If-Match has no version of this resource. Send the one ETag that you received with it.")
            }
            return version
        }
    }

    /// The position in `Last-Event-ID`.
    fileprivate var position: LogPosition? {
        get throws(SocialError) {
            guard let lastEventID, !lastEventID.isEmpty else { return nil }
            guard let position = LogPosition(lastEventID) else {
                throw SocialError(
                    .malformed, "Last-Event-ID must be the id of an event, such as 0-1024-k3x9m2ab.")
            }
            return position
        }
    }
}

extension Endpoint {
    /// Decodes a request.
    /// - Throws: ``SocialError`` with the invalid parameter or field.
    public func read(_ request: EncodedRequest) throws -> EndpointRequest<Path, Query, Body> {
        EndpointRequest(
            path: try readPath(request.path), query: try readQuery(request.query),
            body: try readBody(request.body, contentType: request.contentType),
            version: headers.contains(.ifMatch) ? try request.expectedVersion : nil,
            position: headers.contains(.lastEventID) ? try request.position : nil,
            accepted: AcceptedMedia(request.accept))
    }
}
