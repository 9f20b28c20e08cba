import Foundation

/// A JSON value as text, such as the body of a ``SyncCommand``.
///
/// ```swift
/// let body = JSONText(#"{"big":true}"#)
/// ```
public struct JSONText: Hashable, Sendable, CustomStringConvertible {
    /// Valid JSON.
    public let description: String

    /// - Parameter text: valid JSON.
    public init(_ text: String) {
        description = text
    }

    /// The number of bytes in UTF-8.
    public var byteCount: Int { description.utf8.count }
}

extension JSONText: Codable {
    public init(from decoder: any Decoder) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(String(decoding: try encoder.encode(try JSONPart(from: decoder)), as: UTF8.self))
    }

    /// - Throws: `EncodingError` if the text is not JSON.
    public func encode(to encoder: any Encoder) throws {
        do {
            try JSONDecoder().decode(JSONPart.self, from: Data(description.utf8)).encode(to: encoder)
        } catch is DecodingError {
            throw EncodingError.invalidValue(
                description, .init(codingPath: encoder.codingPath, debugDescription: "not JSON"))
        }
    }
}

/// Any JSON value, to encode and decode one of unknown type.
private enum JSONPart: Codable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONPart])
    case object([String: JSONPart])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = Self.decoded(Bool.self, container) {
            self = .boolean(value)
        } else if let value = Self.decoded(Int64.self, container) {
            self = .integer(value)
        } else if let value = Self.decoded(Double.self, container) {
            self = .number(value)
        } else if let value = Self.decoded(String.self, container) {
            self = .string(value)
        } else if let value = Self.decoded([JSONPart].self, container) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONPart].self))
        }
    }

    /// The value if it is of the type. A decoder does not tell the type of a value, so each is tried.
    private static func decoded<Value: Decodable>(
        _ type: Value.Type, _ container: any SingleValueDecodingContainer
    ) -> Value? {
        do {
            return try container.decode(type)
        } catch {
            return nil
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}
