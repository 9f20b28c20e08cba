import Foundation
import Paceline

/// The body of a successful response.
public protocol EndpointOutput: Sendable {
    /// The default status, which an endpoint can override.
    static var defaultStatus: Int { get }
    /// All possible successes, the default one first.
    /// - Parameter status: the endpoint's status.
    static func successes(_ status: Int) -> [Success]
    /// Encodes the response.
    func response(_ status: Int) throws -> EncodedResponse
    /// Decodes a response.
    /// - Throws: a decoding error if the response is not valid.
    static func read(_ response: EncodedResponse) throws -> Self
    /// The output with the value that a method of the services returned; nil for a value of another type.
    static func output(ofService value: Any) -> Self?
}

extension EndpointOutput {
    public static var defaultStatus: Int { 200 }
    public static func output(ofService value: Any) -> Self? { value as? Self }
}

/// The description of one successful response.
public struct Success: Sendable {
    public let status: Int
    public let summary: String
    public let content: Content
    public let headers: [String]

    public enum Content: Sendable {
        case none
        case json(JSONSchema)
        case media([String])
        /// Server-Sent Events: the schema of each event's data, by event name.
        case events([String: JSONSchema])
    }

    public init(_ status: Int, _ summary: String, _ content: Content, headers: [String] = []) {
        self.status = status
        self.summary = summary
        self.content = content
        self.headers = headers
    }
}

/// An HTTP response, before it is sent or after it was received.
public struct EncodedResponse: Sendable, Equatable {
    /// The HTTP status.
    public var status: Int
    /// The media type of the body.
    public var contentType: String?
    /// The headers by name. Use ``header(_:)`` for a case-insensitive lookup.
    public var headers: [String: String]
    /// The body; empty for none.
    public var body: [UInt8]
    /// The cursor of the next page, for the `Link` header. Only the server sets it.
    public var next: Cursor?

    /// Creates a response.
    public init(
        status: Int, contentType: String? = nil, headers: [String: String] = [:], body: [UInt8] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// Returns the value of a header, ignoring the case of its name.
    public func header(_ name: String) -> String? {
        headers[name] ?? headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}

/// No response body: status 204.
public struct NoContent: EndpointOutput, Equatable {
    public init() {}

    public static let defaultStatus = 204
    public static func successes(_ status: Int) -> [Success] { [Success(status, "Done.", .none)] }
    public func response(_ status: Int) -> EncodedResponse { EncodedResponse(status: status) }
    public static func read(_ response: EncodedResponse) -> NoContent { NoContent() }
    public static func output(ofService value: Any) -> NoContent? {
        value is Void || value is NoContent ? NoContent() : nil
    }
}

/// A plain-text response, such as the metrics.
public struct PlainText: EndpointOutput, Equatable {
    public var text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "A text.", .media([MediaType.metrics]))]
    }

    public func response(_ status: Int) -> EncodedResponse {
        EncodedResponse(status: status, contentType: MediaType.metrics, body: Array(text.utf8))
    }

    public static func read(_ response: EncodedResponse) -> PlainText {
        PlainText(String(decoding: response.body, as: UTF8.self))
    }
}

extension StoredImage: EndpointOutput {
    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "The picture.", .media(MediaType.images), headers: ["ETag"])]
    }

    public func response(_ status: Int) -> EncodedResponse {
        EncodedResponse(status: status, contentType: format.mediaType, body: bytes)
    }

    public static func read(_ response: EncodedResponse) throws -> StoredImage {
        guard let format = response.contentType.flatMap(StoredImage.Format.init) else {
            throw SocialError.unknownPictureFormat
        }
        return StoredImage(format: format, bytes: response.body)
    }
}

extension SocialError {
    /// The error for a picture that this version cannot read.
    static let unknownPictureFormat = SocialError(
        .internalError, "The server sent a picture in an unknown format.")
}
