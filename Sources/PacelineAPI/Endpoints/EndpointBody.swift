import Foundation
import Paceline

/// The body of a request.
public protocol EndpointBody: Sendable {
    /// The description of the body.
    static var content: BodyContent { get }
    /// Decodes the body of a request.
    /// - Parameter contentType: the value of the `Content-Type` header.
    /// - Throws: ``SocialError`` with the invalid field.
    static func read(_ bytes: [UInt8], contentType: String?) throws -> Self
    /// Encodes the body, with its media type; nil for no body.
    func written() throws -> (bytes: [UInt8], contentType: String)?
}

/// The description of a request body.
public enum BodyContent: Sendable {
    case none
    case json(JSONSchema, isRequired: Bool, largest: Int)
    case image(largest: Int)

    /// The maximum size, in bytes.
    public var largestByteCount: Int {
        switch self {
        case .none: 0
        case .json(_, _, let largest), .image(let largest): largest
        }
    }

    /// The accepted media types.
    public var mediaTypes: [String] {
        switch self {
        case .none: []
        case .json: [MediaType.json]
        case .image: MediaType.images + [MediaType.bytes]
        }
    }

    /// Checks the media type of a request.
    /// - Throws: ``SocialError/Code/unsupportedMediaType`` unless it is one of ``mediaTypes``.
    func check(_ contentType: String?) throws(SocialError) {
        let type = contentType?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard let type, mediaTypes.contains(type) else {
            throw SocialError(
                .unsupportedMediaType, "Send this with Content-Type \(mediaTypes.joined(separator: ", ")).")
        }
        guard case .json = self, let contentType, let charset = Self.charset(of: contentType) else { return }
        guard ["utf-8", "utf8"].contains(charset) else {
            throw SocialError(.unsupportedMediaType, "Send this in UTF-8.")
        }
    }

    /// The parameter `charset` in lower case; nil if there is none.
    private static func charset(of contentType: String) -> String? {
        for parameter in contentType.lowercased().split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == "charset" else {
                continue
            }
            return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\" \t"))
        }
        return nil
    }
}

/// The media types of the API.
public enum MediaType {
    public static let json = "application/json"
    public static let problem = "application/problem+json"
    public static let text = "text/plain; charset=utf-8"
    public static let metrics = "text/plain; version=0.0.4; charset=utf-8"
    public static let bytes = "application/octet-stream"
    public static let images = StoredImage.Format.allCases.map(\.mediaType)
}

/// A request or response without a body.
public struct EmptyBody: EndpointBody {
    public static let content = BodyContent.none

    public init() {}

    /// Ignores any body that was sent.
    public static func read(_ bytes: [UInt8], contentType: String?) -> EmptyBody { EmptyBody() }
    public func written() -> (bytes: [UInt8], contentType: String)? { nil }
}

/// An uploaded picture. Its format is detected from the bytes, not from the media type.
public struct ImageBytes: EndpointBody, Equatable {
    public var bytes: [UInt8]

    public static let content = BodyContent.image(largest: StoredImage.maxByteCount)

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public static func read(_ bytes: [UInt8], contentType: String?) throws -> ImageBytes {
        try content.check(contentType)
        guard bytes.count <= StoredImage.maxByteCount else {
            throw SocialError(.tooLarge, "A picture can have at most 15 MB.")
        }
        return ImageBytes(bytes)
    }

    public func written() -> (bytes: [UInt8], contentType: String)? { (bytes, MediaType.bytes) }
}
