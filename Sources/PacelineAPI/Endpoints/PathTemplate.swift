/// The path of an endpoint with its parameters in braces, such as `/v1/people/{person}/workouts`.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String
    public let segments: [Segment]

    public enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    public init(stringLiteral value: String) {
        description = value
        segments = value.split(separator: "/").map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    /// The names of its parameters, in order.
    public var parameterNames: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// The number of segments that are not parameters. Of several templates that match a path, the one with most wins.
    package var literalCount: Int { segments.count - parameterNames.count }

    /// The values of the parameters in the path's segments; nil if the path does not match.
    package func parameters(in path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal): guard literal == text else { return nil }
            case .parameter(let name): parameters[name] = text
            }
        }
        return parameters
    }

    /// The path with percent-encoded values for its parameters.
    public func filled(with values: ParameterWriter) -> String {
        segments.reduce(into: "") { path, segment in
            switch segment {
            case .literal(let text): path += "/" + text
            case .parameter(let name): path += "/" + PercentEncoding.encode(values[name] ?? "")
            }
        }
    }
}

/// Percent-encoding in URLs (RFC 3986).
package enum PercentEncoding {
    /// Encodes everything except unreserved characters, `@` and `:`.
    ///
    /// - Parameter keepingSlashes: leaves `/` as it is, which keeps paths within a query readable.
    package static func encode(_ text: String, keepingSlashes: Bool = false) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) || (keepingSlashes && byte == UInt8(ascii: "/")) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 64...90, 97...122: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}
