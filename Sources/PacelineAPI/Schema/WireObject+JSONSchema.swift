extension JSONSchema {
    /// The schema of the object.
    static func object<Object: WireFields>(of type: Object.Type) -> JSONSchema {
        .object(properties(of: type))
    }

    /// The schemas of the fields.
    static func properties<Object: WireFields>(of type: Object.Type) -> [Property] {
        let visitor = SchemaVisitor<Object>()
        Object.visit(visitor)
        return visitor.properties
    }

    /// The schema of a type with variants.
    static func oneOf<Object: WireFields>(variantsOf type: Object.Type) -> JSONSchema {
        let visitor = SchemaVisitor<Object>()
        Object.visit(visitor)
        return .oneOf(visitor.variants)
    }
}

/// Collects the schemas of the fields.
private final class SchemaVisitor<Root>: WireVisitor {
    private(set) var properties: [JSONSchema.Property] = []
    private(set) var variants: [JSONSchema] = []

    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?
    ) {
        properties.append(.required(name.description, schema(), summary()))
    }

    func field<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?
    ) {
        properties.append(.optional(name.description, schema(), summary()))
    }

    func defaulted<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?
    ) {
        properties.append(.optional(name.description, schema(), summary()))
    }

    func required<Value: JSONWritable>(
        _ name: StaticString, _ value: (Root) -> Value?, _ schema: @autoclosure () -> JSONSchema,
        _ summary: @autoclosure () -> String?
    ) {
        properties.append(.required(name.description, schema(), summary()))
    }

    func variant(_ name: StaticString, when isTaken: (Root) -> Bool, _ fields: () -> Void) {
        fields()
        variants.append(.variant(name.description, .object(properties)))
        properties = []
    }
}
