import Paceline

/// What a JSON value must be: the part of JSON Schema 2020-12 that the API needs.
///
/// A request is held against its schema before it is decoded, so the document made from the schemas is exactly what
/// the server enforces.
public indirect enum JSONSchema: Sendable {
    /// An object with these properties and no others.
    case object([Property])
    /// An object with any names, whose values are all alike.
    case map(of: JSONSchema)
    case array(of: JSONSchema, count: ClosedRange<Int>)
    case string(StringRule)
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case boolean
    /// Exactly one of these.
    case oneOf([JSONSchema])
    /// A wire type that has a name and stands among the document's components.
    case component(any WireValue.Type)

    /// One property of an object.
    public struct Property: Sendable {
        public let name: String
        public let schema: JSONSchema
        public let isRequired: Bool
        public let summary: String?
    }

    /// What a text must be.
    public struct StringRule: Sendable {
        /// Counted in Unicode scalars, as JSON Schema does.
        public var length: ClosedRange<Int>
        /// When not empty, the only texts allowed.
        public var words: [String] = []
        public var pattern: Pattern?
        public var format: Format?
    }

    /// The formats of text that are checked.
    public enum Format: String, Sendable {
        case uuid
        case instant = "date-time"
    }
}

extension JSONSchema {
    /// No bound but what memory and the limits on a body's size set.
    public static let anyLength = 0...Int.max

    public static func array(of schema: JSONSchema) -> JSONSchema { .array(of: schema, count: anyLength) }

    public static func string(length: ClosedRange<Int> = anyLength, pattern: Pattern? = nil) -> JSONSchema {
        .string(StringRule(length: length, pattern: pattern))
    }

    public static func choice(_ words: [String]) -> JSONSchema {
        .string(StringRule(length: anyLength, words: words))
    }

    /// One of the words of a closed set.
    public static func choice<Value: CaseIterable & RawRepresentable<String>>(of type: Value.Type)
        -> JSONSchema
    {
        .choice(type.allCases.map(\.rawValue))
    }

    public static let string = JSONSchema.string()
    public static let uuid = JSONSchema.string(StringRule(length: anyLength, format: .uuid))
    public static let instant = JSONSchema.string(StringRule(length: anyLength, format: .instant))
    /// A count: not negative.
    public static let count = JSONSchema.integer(0...Int.max)
    public static let amount = JSONSchema.number(0...Double.greatestFiniteMagnitude)

    /// A text under a rule. The rule counts characters as people see them, after trimming; the schema allows what
    /// may pass, and the rule decides.
    public static func text(_ rule: TextRule) -> JSONSchema {
        .string(length: rule.length.lowerBound...rule.length.upperBound * 8)
    }

    /// A day: `20261121`, `"20261121"` or `"2026-11-21"`.
    public static let day = JSONSchema.oneOf([.integer(19_000_101...99_991_231), .string(pattern: .day)])
}

extension JSONSchema.Property {
    public static func required(_ name: String, _ schema: JSONSchema, _ summary: String? = nil) -> Self {
        Self(name: name, schema: schema, isRequired: true, summary: summary)
    }

    public static func optional(_ name: String, _ schema: JSONSchema, _ summary: String? = nil) -> Self {
        Self(name: name, schema: schema, isRequired: false, summary: summary)
    }
}
