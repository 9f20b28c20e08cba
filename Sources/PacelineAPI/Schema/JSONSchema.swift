import Paceline

/// The subset of JSON Schema 2020-12 that the API uses.
///
/// The server validates each request against its schema before decoding it, so the OpenAPI document, generated from the
/// schemas, is exactly what the server enforces.
public indirect enum JSONSchema: Sendable {
    /// An object with these properties and no others.
    case object([Property])
    /// An object with arbitrary names and values of one schema.
    case map(of: JSONSchema)
    case array(of: JSONSchema, count: ClosedRange<Int>)
    case string(StringRule)
    /// The limits `Int64.min` and `Int64.max` are none.
    case integer(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    case boolean
    /// Any value, which is checked where it is used.
    case any
    /// Exactly one of these.
    case oneOf([JSONSchema])
    /// One variant of a wire type, which is a component of the document under its own name.
    case variant(String, JSONSchema)
    /// A wire type that is a named component of the document.
    case component(any WireValue.Type)

    /// One property of an object.
    public struct Property: Sendable {
        public let name: String
        public let schema: JSONSchema
        public let isRequired: Bool
        public let summary: String?
    }

    /// The constraints on a string.
    public struct StringRule: Sendable {
        /// In Unicode scalars, as in JSON Schema.
        public var length: ClosedRange<Int>
        /// The limits that errors name, in characters, if a ``TextRule`` counts these; nil for ``length``.
        public var shownLength: ClosedRange<Int>?
        /// If not empty, the only allowed values.
        public var words: [String] = []
        public var pattern: Pattern?
        public var format: Format?
    }

    /// The string formats that are validated.
    public enum Format: String, Sendable {
        case uuid
        case instant = "date-time"
    }
}

extension JSONSchema {
    /// No limit besides the maximum size of the body.
    public static let anyLength = 0...Int.max

    public static func array(of schema: JSONSchema) -> JSONSchema { .array(of: schema, count: anyLength) }

    /// An integer in a range. `Int.min` and `Int.max` are no limits, so the schema is the same where `Int` has 32 bits.
    public static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
        .integer(
            (range.lowerBound == .min ? .min : Int64(range.lowerBound))...(range.upperBound == .max
                ? .max : Int64(range.upperBound)))
    }

    public static func string(length: ClosedRange<Int> = anyLength, pattern: Pattern? = nil) -> JSONSchema {
        .string(StringRule(length: length, pattern: pattern))
    }

    public static func choice(_ words: [String]) -> JSONSchema {
        .string(StringRule(length: anyLength, words: words))
    }

    /// A string with a fixed set of values.
    public static func choice<Value: CaseIterable & RawRepresentable<String>>(of type: Value.Type)
        -> JSONSchema
    {
        .choice(type.allCases.map(\.rawValue))
    }

    public static let string = JSONSchema.string()
    public static let uuid = JSONSchema.string(StringRule(length: anyLength, format: .uuid))
    public static let instant = JSONSchema.string(StringRule(length: anyLength, format: .instant))
    /// A non-negative integer.
    public static let count = JSONSchema.integer(0...Int.max)
    /// A non-negative number.
    public static let amount = JSONSchema.number(0...Double.greatestFiniteMagnitude)

    /// A string that a rule checks later. The rule counts characters after trimming. The schema counts Unicode scalars,
    /// so its maximum is larger.
    public static func text(_ rule: TextRule) -> JSONSchema {
        .string(
            StringRule(length: rule.length.lowerBound...rule.length.upperBound * 8, shownLength: rule.length))
    }

    /// A day, as `20261121`, `"20261121"` or `"2026-11-21"`.
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
