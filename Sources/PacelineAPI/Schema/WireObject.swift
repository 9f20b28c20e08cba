import Paceline

/// An object whose fields are described once: its schema, what a request is held to, and how it is written follow.
///
/// It is read by its `Codable` form, which a test holds to be the same.
///
/// ```swift
/// extension Tally: WireObject {
///     public static let schemaName = "Tally"
///     public static let schema = JSONSchema.object(of: Tally.self)
///
///     @inline(__always) static func visit(_ visitor: some WireVisitor<Tally>) {
///         visitor.field("count", { $0.count }, .count)
///         visitor.field("mine", { $0.mine }, .boolean, "Whether one of them is mine.")
///     }
/// }
/// ```
protocol WireFields: JSONWritable {
    /// Shows each field to the visitor, in the order in which they are written.
    ///
    /// `@inline(__always)` and accessors that are closures let the compiler make of it what one would write by hand:
    /// a list of key paths that is stored somewhere is eight times as slow.
    static func visit(_ visitor: some WireVisitor<Self>)
}

/// The same for what goes over the wire by itself.
protocol WireObject: WireFields, WireValue {}

/// What is done with each field of an object.
protocol WireVisitor<Root> {
    associatedtype Root

    /// A field that is always there.
    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?)
    /// A field that is absent when it is nil.
    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?)
    /// A field that is always written, and may be absent from what is read.
    func defaulted<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?)
    /// A field that its variant always has and other variants lack.
    func required<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?)
    /// The fields of one of the variants of the type, for ``JSONSchema/oneOf(variantsOf:)``: each is an object of its own.
    func variant(when isTaken: (Root) -> Bool, _ fields: () -> Void)
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
