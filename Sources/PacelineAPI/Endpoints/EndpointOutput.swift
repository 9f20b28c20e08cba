import Foundation
import Paceline

/// What an endpoint answers with when it succeeds.
public protocol EndpointOutput: Sendable {
    /// The status of the usual success, unless the endpoint says otherwise.
    static var defaultStatus: Int { get }
    /// Every success that it can be, the usual one first.
    /// - Parameter status: the endpoint's own status.
    static func successes(_ status: Int) -> [Success]
    /// The answer as it goes over the wire.
    func reply(_ status: Int) throws -> Reply
    /// - Throws: what decoding throws when the answer is not what was agreed.
    static func read(_ reply: Reply) throws -> Self
}

extension EndpointOutput {
    public static var defaultStatus: Int { 200 }
}

/// What the document says of one success.
public struct Success: Sendable {
    public let status: Int
    public let summary: String
    public let content: Content
    public let headers: [String]

    public enum Content: Sendable {
        case none
        case json(JSONSchema)
        case media([String])
        /// Server-Sent Events: what the data of each is, by its name.
        case events([String: JSONSchema])
    }

    public init(_ status: Int, _ summary: String, _ content: Content, headers: [String] = []) {
        self.status = status
        self.summary = summary
        self.content = content
        self.headers = headers
    }
}

/// An answer as it goes over the wire.
public struct Reply: Sendable, Equatable {
    public var status: Int
    public var contentType: String?
    /// By name; the client finds them without regard to case.
    public var headers: [String: String]
    public var body: [UInt8]
    /// Where the next page of a list begins, for the `Link` header.
    public var next: Cursor?

    public init(status: Int, contentType: String? = nil, headers: [String: String] = [:], body: [UInt8] = [])
    {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// A header's value, whatever the case of its name.
    public func header(_ name: String) -> String? {
        headers[name] ?? headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}

/// Nothing to say but that it is done.
public struct NoContent: EndpointOutput, Equatable {
    public init() {}

    public static let defaultStatus = 204
    public static func successes(_ status: Int) -> [Success] { [Success(status, "Done.", .none)] }
    public func reply(_ status: Int) -> Reply { Reply(status: status) }
    public static func read(_ reply: Reply) -> NoContent { NoContent() }
}

/// A text, such as the metrics.
public struct PlainText: EndpointOutput, Equatable {
    public var text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "A text.", .media([MediaType.metrics]))]
    }

    public func reply(_ status: Int) -> Reply {
        Reply(status: status, contentType: MediaType.metrics, body: Array(text.utf8))
    }

    public static func read(_ reply: Reply) -> PlainText {
        PlainText(String(decoding: reply.body, as: UTF8.self))
    }
}

extension StoredImage: EndpointOutput {
    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "The picture.", .media(MediaType.images), headers: ["ETag"])]
    }

    public func reply(_ status: Int) -> Reply {
        Reply(status: status, contentType: format.mediaType, body: bytes)
    }

    public static func read(_ reply: Reply) throws -> StoredImage {
        guard let format = reply.contentType.flatMap(StoredImage.Format.init) else {
            throw SocialError(.internalError, "The server sent a picture of an unknown kind.")
        }
        return StoredImage(format: format, bytes: reply.body)
    }
}
