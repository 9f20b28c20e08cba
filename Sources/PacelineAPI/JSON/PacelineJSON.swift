import Foundation
import Paceline

/// The `Codable` encoding of values as JSON: dates as RFC 3339, absent fields for nil, Swift's property names as keys.
/// ``JSONWriter`` writes the same form, faster.
public enum PacelineJSON {
    public static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Timestamp.text(of: date))
        }
        return encoder
    }()

    public static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = Timestamp.date(from: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an instant")
            }
            return date
        }
        return decoder
    }()

    /// Decodes a value.
    /// - Throws: ``SocialError/Code/invalidValue`` with the field of an invalid value, otherwise
    ///   ``SocialError/Code/malformed``.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(SocialError) -> Value {
        try namingField { try decoder.decode(type, from: Data(bytes)) }
    }

    /// Converts decoding errors to errors with the field.
    static func namingField<Value>(_ decode: () throws -> Value) throws(SocialError) -> Value {
        do {
            return try decode()
        } catch let error as DecodingError {
            throw SocialError(error)
        } catch {
            throw SocialError.invalidJSON
        }
    }
}

extension SocialError {
    fileprivate static let invalidJSON = SocialError(.malformed, "This is not valid JSON.")

    init(_ error: DecodingError) {
        switch error {
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            let field = Self.field(context.codingPath)
            self.init(.invalidValue, "\(field) is \(context.debugDescription).", field: field)
        case .keyNotFound(let key, let context):
            let field = Self.field(context.codingPath + [key])
            self.init(.malformed, "\(field) is missing.", field: field)
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            let field = Self.field(context.codingPath)
            self.init(.malformed, "\(field) has the wrong type.", field: field)
        default:
            self = .invalidJSON
        }
    }

    private static func field(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
    }
}
