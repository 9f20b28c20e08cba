extension JSONSchema {
    /// The schema without limits on lengths and numbers, which are then checked where the value is used.
    var withoutLimits: JSONSchema {
        switch self {
        case .object(let properties):
            .object(
                properties.map { property in
                    Property(
                        name: property.name, schema: property.schema.withoutLimits,
                        isRequired: property.isRequired,
                        summary: property.summary)
                })
        case .map(let element): .map(of: element.withoutLimits)
        case .array(let element, _): .array(of: element.withoutLimits)
        case .string(let rule): .string(rule.withAnyLength())
        case .integer: .integer(Int64(-9_007_199_254_740_991)...9_007_199_254_740_991)
        case .number: .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
        case .boolean: .boolean
        case .any: .any
        case .oneOf(let choices): .oneOf(choices.map(\.withoutLimits))
        case .variant(_, let schema): schema.withoutLimits
        case .component(let type): type.schema.withoutLimits
        }
    }
}

extension JSONSchema.StringRule {
    fileprivate func withAnyLength() -> Self {
        var rule = self
        rule.length = JSONSchema.anyLength
        return rule
    }
}
