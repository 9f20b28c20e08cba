import Paceline

/// The parameters of a path or of a query, as one value that can be read from text and written to it.
public protocol Parameters: Sendable {
    static var descriptions: [ParameterDescription] { get }
    /// - Throws: ``SocialError`` naming the parameter at fault.
    init(_ values: ParameterReader) throws
    func write(to writer: inout ParameterWriter)
}

/// No parameters at all.
public struct NoParameters: Parameters {
    public static let descriptions: [ParameterDescription] = []

    public init() {}
    public init(_ values: ParameterReader) {}
    public func write(to writer: inout ParameterWriter) {}
}

/// The parameters of a request, by name.
public struct ParameterReader: Sendable {
    private let values: [String: String]

    /// Takes path parameters, which the router has already matched by name.
    public init(path values: [String: String]) {
        self.values = values
    }

    /// Takes query parameters, percent-decoded and in the order they came.
    /// - Throws: ``SocialError/Code/unknownParameter`` for a name that is not described, and
    ///   ``SocialError/Code/malformed`` for one that comes twice.
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

    /// The parameter's value, or nil when it is not given.
    public func value<Value>(of parameter: Parameter<Value>) throws -> Value? {
        guard let text = values[parameter.name] else { return nil }
        guard !text.utf8.contains(0) else {
            throw SocialError(.malformed, "\(parameter.name) holds a NUL character.", field: parameter.name)
        }
        return try parameter.read(text)
    }

    /// - Throws: ``SocialError/Code/malformed`` when it is not given.
    public func require<Value>(_ parameter: Parameter<Value>) throws -> Value {
        guard let value = try value(of: parameter) else {
            throw SocialError(
                .malformed, "The parameter \(parameter.name) is missing.", field: parameter.name)
        }
        return value
    }
}

/// Collects the parameters of a request in the order they are written.
public struct ParameterWriter: Sendable {
    public private(set) var pairs: [(name: String, value: String)] = []

    public init() {}

    /// Writes the value unless it is nil.
    public mutating func set<Value>(_ parameter: Parameter<Value>, _ value: Value?) {
        guard let value else { return }
        pairs.append((parameter.name, parameter.write(value)))
    }

    public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// `?a=1&b=2`, escaped; empty when there is nothing.
    public var query: String {
        guard !pairs.isEmpty else { return "" }
        return "?" + pairs.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
