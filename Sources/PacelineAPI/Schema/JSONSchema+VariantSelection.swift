import Paceline

extension JSONSchema {
    /// Selects the variant that a value most likely means, so that errors refer to that variant.
    ///
    /// It is the first of the value's type. Among objects it is the one with the most required fields present, and with
    /// no constant that the value contradicts.
    /// - Throws: an error that names the constants of all variants, if the value contradicts each.
    static func selectVariant(
        among variants: [JSONSchema], for value: JSONValue, at path: FieldPath
    ) throws(SocialError) -> JSONSchema {
        let fitting = variants.filter { $0.isOfType(of: value) }
        guard let first = fitting.first else { throw path.malformed("has a type that is not allowed here") }
        guard case .object(let members) = value else { return first }
        let contradictions = fitting.compactMap { $0.contradiction(by: members) }
        if contradictions.count == fitting.count, let name = contradictions.first?.name {
            let constants = contradictions.filter { $0.name == name }.map(\.constant)
            throw path.appending(name).invalid("must be one of \(constants.joined(separator: ", "))")
        }
        return fitting.max { $0.matchScore(to: members) < $1.matchScore(to: members) } ?? first
    }

    private func isOfType(of value: JSONValue) -> Bool {
        switch (self, value) {
        case (.component(let type), _): type.schema.isOfType(of: value)
        case (.variant(_, let schema), _): schema.isOfType(of: value)
        case (.object, .object), (.map, .object), (.array, .array), (.string, .string), (.boolean, .boolean):
            true
        case (.integer, .number), (.number, .number), (.any, _): true
        default: false
        }
    }

    /// The first constant that the members contradict.
    private func contradiction(by members: [String: JSONValue]) -> (name: String, constant: String)? {
        if case .variant(_, let schema) = self { return schema.contradiction(by: members) }
        guard case .object(let properties) = self else { return nil }
        for property in properties where property.isRequired {
            guard case .string(let rule) = property.schema, rule.words.count == 1,
                case .string(let text)? = members[property.name], text != rule.words[0]
            else { continue }
            return (property.name, rule.words[0])
        }
        return nil
    }

    private func matchScore(to members: [String: JSONValue]) -> Int {
        if case .variant(_, let schema) = self { return schema.matchScore(to: members) }
        guard case .object(let properties) = self else { return 0 }
        return properties.filter(\.isRequired).reduce(0) { sum, property in
            switch (property.schema, members[property.name]) {
            case (_, nil): sum - 1
            case (.string(let rule), .string(let text)) where rule.words.count == 1:
                sum + (rule.words[0] == text ? 1 : -100)
            default: sum + 1
            }
        }
    }
}
