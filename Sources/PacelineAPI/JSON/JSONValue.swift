/// Any JSON value, as read from a request before it is known to be what it should.
public enum JSONValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// How deep arrays and objects may stand within one another.
    public static let depthLimit = 32
}
