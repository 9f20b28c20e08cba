import Paceline

/// What an endpoint's action is given, beside the services it acts on.
public struct EndpointRequest<Path: Sendable, Query: Sendable, Body: Sendable>: Sendable {
    public let path: Path
    public let query: Query
    public let body: Body
    /// The version that the caller has seen, from `If-Match`.
    public let version: Version?
    /// Where a stream is to go on, from `Last-Event-ID`.
    public let position: LogPosition?
    /// What the caller takes, from `Accept`.
    public let accepted: AcceptedMedia
}

/// What an endpoint is asked, before it is decoded and however it came: by HTTP or within another request.
public struct EncodedRequest: Sendable {
    /// The path's parameters, percent-decoded, by name.
    public var path: [String: String]
    /// The query's parameters, percent-decoded, in the order they came.
    public var query: [(name: String, value: String)]
    public var body: [UInt8]
    /// The media type of the body.
    public var contentType: String?
    /// What ``ConditionalHeaders/ifMatch`` says.
    public var ifMatch: String?
    /// What ``ConditionalHeaders/lastEventID`` says.
    public var lastEventID: String?
    /// The media that the caller takes; nil takes any.
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
    /// The version that the resource must still have.
    fileprivate var expectedVersion: Version? {
        get throws(SocialError) {
            guard let ifMatch else { return nil }
            guard let version = Version(entityTag: ifMatch) else {
                throw SocialError(
                    .preconditionFailed,
                    "If-Match names no version of this. Send the one ETag that came with it.")
            }
            return version
        }
    }

    /// The event after which a stream is to go on.
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
    /// Decodes what it is asked.
    /// - Throws: ``SocialError`` naming what is at fault.
    public func read(_ request: EncodedRequest) throws -> EndpointRequest<Path, Query, Body> {
        EndpointRequest(
            path: try readPath(request.path), query: try readQuery(request.query),
            body: try readBody(request.body, contentType: request.contentType),
            version: headers.contains(.ifMatch) ? try request.expectedVersion : nil,
            position: headers.contains(.lastEventID) ? try request.position : nil,
            accepted: AcceptedMedia(request.accept))
    }
}
