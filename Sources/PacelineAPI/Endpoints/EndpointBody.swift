import Foundation
import Paceline

/// What a request carries.
public protocol EndpointBody: Sendable {
    static var content: BodyContent { get }
    /// Reads it from the bytes of a request.
    /// - Parameter contentType: the value of the `Content-Type` header.
    /// - Throws: ``SocialError`` with what is wrong, naming the field.
    static func read(_ bytes: [UInt8], contentType: String?) throws -> Self
    /// The bytes to send and their media type; nil when there is nothing to send.
    func written() throws -> (bytes: [UInt8], contentType: String)?
}

/// What the document says of a body.
public enum BodyContent: Sendable {
    case none
    case json(JSONSchema, isRequired: Bool, largest: Int)
    case image(largest: Int)

    /// How many bytes it may have at most.
    public var largestByteCount: Int {
        switch self {
        case .none: 0
        case .json(_, _, let largest), .image(let largest): largest
        }
    }

    /// The media types it may have.
    public var mediaTypes: [String] {
        switch self {
        case .none: []
        case .json: [MediaType.json]
        case .image: MediaType.images + [MediaType.bytes]
        }
    }

    /// - Throws: ``SocialError/Code/unsupportedMediaType`` unless the type is one of ``mediaTypes``.
    func check(_ contentType: String?) throws(SocialError) {
        let type = contentType?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard let type, mediaTypes.contains(type) else {
            throw SocialError(
                .unsupportedMediaType, "Send this with Content-Type \(mediaTypes.joined(separator: ", ")).")
        }
    }
}

/// The media types in use.
public enum MediaType {
    public static let json = "application/json"
    public static let problem = "application/problem+json"
    public static let text = "text/plain; charset=utf-8"
    public static let metrics = "text/plain; version=0.0.4; charset=utf-8"
    public static let bytes = "application/octet-stream"
    public static let images = StoredImage.Format.allCases.map(\.mediaType)
}

/// No body.
public struct NoBody: EndpointBody {
    public static let content = BodyContent.none

    public init() {}

    /// Ignores what may have come: a body that has no meaning does no harm.
    public static func read(_ bytes: [UInt8], contentType: String?) -> NoBody { NoBody() }
    public func written() -> (bytes: [UInt8], contentType: String)? { nil }
}

/// A picture as it is sent; what it really is, its content says.
public struct ImageBytes: EndpointBody, Equatable {
    public var bytes: [UInt8]

    public static let content = BodyContent.image(largest: StoredImage.largestByteCount)

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public static func read(_ bytes: [UInt8], contentType: String?) throws -> ImageBytes {
        try content.check(contentType)
        guard bytes.count <= StoredImage.largestByteCount else {
            throw SocialError(.tooLarge, "A picture may have 15 MB at most.")
        }
        return ImageBytes(bytes)
    }

    public func written() -> (bytes: [UInt8], contentType: String)? { (bytes, MediaType.bytes) }
}
