import Paceline

extension JSONSchema {
    /// The schema as JSON Schema 2020-12.
    var document: JSONValue {
        switch self {
        case .object(let properties): Self.document(of: properties)
        case .map(let schema): ["type": "object", "additionalProperties": schema.document]
        case .array(let schema, let count):
            .object(["type": "array", "items": schema.document] + Self.bounds("Items", count))
        case .string(let rule): rule.document
        case .integer(let range): .object(["type": "integer"] + Self.bounds(range))
        case .number(let range): .object(["type": "number"] + Self.bounds(range))
        case .boolean: ["type": "boolean"]
        case .any: [:]
        case .oneOf(let schemas):
            .object(["oneOf": .array(schemas.map(\.document))] + Self.discriminator(of: schemas))
        case .variant(let name, _): Self.reference(to: name)
        case .component(let type): Self.reference(to: type.schemaName)
        }
    }

    private static func reference(to component: String) -> JSONValue {
        ["$ref": .string(address(of: component))]
    }

    private static func address(of component: String) -> String { "#/components/schemas/\(component)" }

    /// The `discriminator`: the field whose fixed value differs in each variant; nothing if there is no such field.
    private static func discriminator(of schemas: [JSONSchema]) -> [String: JSONValue] {
        var mappings: [String: [String: JSONValue]] = [:]
        for case .variant(let name, .object(let properties)) in schemas {
            for property in properties where property.isRequired {
                guard case .string(let rule) = property.schema, rule.words.count == 1 else { continue }
                mappings[property.name, default: [:]][rule.words[0]] = .string(address(of: name))
            }
        }
        let complete = mappings.filter { $1.count == schemas.count }
        guard let (field, mapping) = complete.min(by: { $0.key < $1.key }) else { return [:] }
        return ["discriminator": ["propertyName": .string(field), "mapping": .object(mapping)]]
    }

    private static func document(of properties: [Property]) -> JSONValue {
        var members: [String: JSONValue] = ["type": "object", "additionalProperties": false]
        members["properties"] = .object(
            Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.document) }))
        let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { members["required"] = .array(required) }
        return .object(members)
    }

    /// `minItems` and `maxItems`, or the same for `Length`, without trivial bounds.
    fileprivate static func bounds(_ what: String, _ range: ClosedRange<Int>) -> [String: JSONValue] {
        var bounds: [String: JSONValue] = [:]
        if range.lowerBound > 0 { bounds["min" + what] = .number(Double(range.lowerBound)) }
        if range.upperBound < Int.max { bounds["max" + what] = .number(Double(range.upperBound)) }
        return bounds
    }

    private static func bounds(_ range: ClosedRange<Int64>) -> [String: JSONValue] {
        var bounds: [String: JSONValue] = [:]
        if range.lowerBound > .min { bounds["minimum"] = .number(Double(range.lowerBound)) }
        if range.upperBound < .max { bounds["maximum"] = .number(Double(range.upperBound)) }
        return bounds
    }

    private static func bounds(_ range: ClosedRange<Double>) -> [String: JSONValue] {
        var bounds: [String: JSONValue] = ["minimum": .number(range.lowerBound)]
        if range.upperBound < .greatestFiniteMagnitude { bounds["maximum"] = .number(range.upperBound) }
        return bounds
    }

    /// Collects the wire types that the schema refers to, recursively.
    func collectComponents(into components: inout [String: JSONValue]) {
        switch self {
        case .component(let type):
            guard components[type.schemaName] == nil else { return }
            components[type.schemaName] = type.schema.document
            type.schema.collectComponents(into: &components)
        case .object(let properties):
            for property in properties { property.schema.collectComponents(into: &components) }
        case .variant(let name, let schema):
            components[name] = schema.document
            schema.collectComponents(into: &components)
        case .array(let schema, _), .map(let schema): schema.collectComponents(into: &components)
        case .oneOf(let schemas):
            for schema in schemas { schema.collectComponents(into: &components) }
        case .string, .integer, .number, .boolean, .any: break
        }
    }
}

extension JSONSchema.Property {
    fileprivate var document: JSONValue {
        guard let summary, case .object(let members) = schema.document else { return schema.document }
        return .object(members + ["description": .string(summary)])
    }
}

extension JSONSchema.StringRule {
    fileprivate var document: JSONValue {
        var members: [String: JSONValue] = ["type": "string"]
        if !words.isEmpty { members["enum"] = .array(words.map(JSONValue.string)) }
        if let pattern { members["pattern"] = .string(pattern.expression) }
        if let format { members["format"] = .string(format.rawValue) }
        return .object(members + JSONSchema.bounds("Length", length))
    }
}

private func + (left: [String: JSONValue], right: [String: JSONValue]) -> [String: JSONValue] {
    left.merging(right) { $1 }
}
