import Foundation
import Paceline

/// A value that is sent as JSON, with its schema.
public protocol WireValue: Codable, JSONWritable, EndpointBody, EndpointOutput {
    /// The name of its component in the document.
    static var schemaName: String { get }
    /// Its schema.
    static var schema: JSONSchema { get }
    /// Whether a request may have no body, which then means `{}`.
    static var isBodyOptional: Bool { get }
    /// The maximum size in a request, in bytes.
    static var largestByteCount: Int { get }
    /// Encodes the value. Types with long JSON override this to reserve a larger buffer.
    func json() throws -> [UInt8]
}

extension WireValue {
    public static var isBodyOptional: Bool { false }
    public static var largestByteCount: Int { 1_024 * 1_024 }
    public func json() throws -> [UInt8] { try writtenJSON() }

    /// Validates and decodes JSON.
    /// - Throws: ``SocialError`` with the invalid field.
    public init(json bytes: [UInt8]) throws {
        let value = try JSONValue(parsing: bytes)
        try JSONSchema.component(Self.self).validate(value)
        self = try PacelineJSON.decode(Self.self, from: value)
    }
}

extension WireValue {
    public static var content: BodyContent {
        .json(.component(Self.self), isRequired: !isBodyOptional, largest: largestByteCount)
    }

    public static func read(_ bytes: [UInt8], contentType: String?) throws -> Self {
        if bytes.isEmpty, isBodyOptional { return try Self(json: Array("{}".utf8)) }
        try content.check(contentType)
        guard bytes.count <= largestByteCount else {
            throw SocialError(.tooLarge, "This request can have at most \(largestByteCount / 1_024) KB.")
        }
        return try Self(json: bytes)
    }

    public func written() throws -> (bytes: [UInt8], contentType: String)? { (try json(), MediaType.json) }
}

extension WireValue {
    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "\(schemaName).", .json(.component(Self.self)), headers: versionHeaders)]
    }

    private static var versionHeaders: [String] { Self.self is any Versioned.Type ? ["ETag"] : [] }

    public func response(_ status: Int) throws -> EncodedResponse {
        var headers: [String: String] = [:]
        if let versioned = self as? any Versioned { headers["ETag"] = versioned.version.entityTag }
        return EncodedResponse(
            status: status, contentType: MediaType.json, headers: headers, body: try json())
    }

    public static func read(_ response: EncodedResponse) throws -> Self {
        try PacelineJSON.decode(Self.self, from: response.body)
    }
}

/// A resource with a version, which an edit can require with `If-Match`.
public protocol Versioned {
    var version: Version { get }
}

extension Workout: Versioned {}
extension Comment: Versioned {}
extension Account: Versioned {}

extension Version {
    /// The version for `ETag` and `If-Match`, such as `"1795242453125"`.
    public var entityTag: String { "\"\(number)\"" }

    /// Parses one entity tag; nil if it is not a version.
    ///
    /// Accepts a hash after the version, as in `"1795242453125.db79b676dabded17ba019886"`, and ignores it.
    public init?(entityTag: String) {
        guard entityTag.count > 2, entityTag.hasPrefix("\""), entityTag.hasSuffix("\"") else { return nil }
        let parts = entityTag.dropFirst().dropLast().split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || Self.isHash(parts[1]) else { return nil }
        self.init(String(parts[0]))
    }

    /// The length of the hash in an entity tag, in bytes.
    package static let hashLength = 12

    private static func isHash(_ text: Substring) -> Bool {
        text.utf8.count == 2 * hashLength
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
