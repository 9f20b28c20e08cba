import Paceline

/// The parameters of a path or query, which can be decoded from text and encoded to it.
public protocol Parameters: Sendable {
    /// The descriptions of the parameters.
    static var descriptions: [ParameterDescription] { get }
    /// Decodes the parameters.
    /// - Throws: ``SocialError`` with the invalid parameter.
    init(_ values: ParameterReader) throws
    /// Encodes the parameters.
    func write(to writer: inout ParameterWriter)
}

/// No parameters.
public struct NoParameters: Parameters {
    public static let descriptions: [ParameterDescription] = []

    public init() {}
    public init(_ values: ParameterReader) {}
    public func write(to writer: inout ParameterWriter) {}
}

/// The parameters of a request, by name.
public struct ParameterReader: Sendable {
    private let values: [String: String]

    /// Reads path parameters, which the router has matched by name.
    public init(path values: [String: String]) {
        self.values = values
    }

    /// Reads query parameters.
    /// - Parameters:
    ///   - pairs: percent-decoded, in request order.
    ///   - descriptions: the allowed parameters.
    /// - Throws: ``SocialError/Code/unknownParameter`` for a parameter without a description, and
    ///   ``SocialError/Code/malformed`` for a repeated one.
    public init(
        query pairs: some Sequence<(name: String, value: String)>, descriptions: [ParameterDescription]
    ) throws(SocialError) {
        var values: [String: String] = [:]
        for (name, value) in pairs {
            guard descriptions.contains(where: { $0.name == name }) else {
                throw SocialError(
                    .unknownParameter, Self.unknown(name, known: descriptions.map(\.name)),
                    field: String(name.prefix(64)))
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw SocialError(.malformed, "\(name) is given more than once.", field: name)
            }
        }
        self.values = values
    }

    private static func unknown(_ name: String, known: [String]) -> String {
        let hint = known.isEmpty ? "It takes none." : "It takes \(known.joined(separator: ", "))."
        return "There is no parameter “\(name.prefix(64))” here. \(hint)"
    }

    /// Returns the parameter's value; nil if it is absent.
    public func value<Value>(of parameter: Parameter<Value>) throws -> Value? {
        guard let text = values[parameter.name] else { return nil }
        guard !text.utf8.contains(0) else {
            throw SocialError(
                .malformed, "\(parameter.name) contains a NUL character.", field: parameter.name)
        }
        return try parameter.read(text)
    }

    /// Returns the value of a required parameter.
    /// - Throws: ``SocialError/Code/malformed`` if it is absent.
    public func require<Value>(_ parameter: Parameter<Value>) throws -> Value {
        guard let value = try value(of: parameter) else {
            throw SocialError(
                .malformed, "The parameter \(parameter.name) is missing.", field: parameter.name)
        }
        return value
    }
}

/// Collects the encoded parameters of a request.
public struct ParameterWriter: Sendable {
    public private(set) var pairs: [(name: String, value: String)] = []

    public init() {}

    /// Encodes the value unless it is nil.
    public mutating func set<Value>(_ parameter: Parameter<Value>, _ value: Value?) {
        guard let value else { return }
        pairs.append((parameter.name, parameter.write(value)))
    }

    public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// The query, such as `?a=1&b=2`, percent-encoded; empty without parameters.
    public var query: String {
        guard !pairs.isEmpty else { return "" }
        return "?" + pairs.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
