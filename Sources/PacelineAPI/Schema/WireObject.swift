import Paceline

/// An object that describes its fields once, for its schema, validation and encoding.
///
/// Decoding uses `Codable`; a test checks that both agree.
///
/// ```swift
/// extension Tally: WireObject {
///     public static let schemaName = "Tally"
///     public static let schema = JSONSchema.object(of: Tally.self)
///
///     @inline(__always) static func visit(_ visitor: some WireVisitor<Tally>) {
///         visitor.field("count", { $0.count }, .count)
///         visitor.field("mine", { $0.mine }, .boolean, "Whether you gave one of them.")
///     }
/// }
/// ```
protocol WireFields: JSONWritable {
    /// Visits all fields in encoding order.
    ///
    /// With `@inline(__always)` and closures, the compiler produces code as fast as hand-written code. A stored list of
    /// key paths would be eight times slower.
    static func visit(_ visitor: some WireVisitor<Self>)
}

/// An object that is a body or a component by itself.
protocol WireObject: WireFields, WireValue {}

/// An operation on each field of an object.
protocol WireVisitor<Root> {
    associatedtype Root

    /// A field that is always present.
    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?)
    /// A field that is absent if nil.
    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?)
    /// A field that is always written but optional in input.
    func defaulted<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?)
    /// A field that is required in its variant.
    func required<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?)
    /// The fields of one variant, for ``JSONSchema/oneOf(variantsOf:)``.
    /// - Parameter name: the variant's name among the document's components.
    func variant(_ name: StaticString, when isTaken: (Root) -> Bool, _ fields: () -> Void)
}

extension WireVisitor {
    @inline(__always)
    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema
    ) {
        field(name, value, schema(), nil)
    }

    @inline(__always)
    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema
    ) {
        field(name, value, schema(), nil)
    }

    @inline(__always)
    func defaulted<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema
    ) {
        defaulted(name, value, schema(), nil)
    }

    @inline(__always)
    func required<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema
    ) {
        required(name, value, schema(), nil)
    }
}
