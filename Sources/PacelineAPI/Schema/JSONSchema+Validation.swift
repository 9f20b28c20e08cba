import Foundation
import Paceline

extension JSONSchema {
    /// Validates a value.
    /// - Throws: ``SocialError/Code/malformed`` for a wrong type and for a missing or unknown field, and
    ///   ``SocialError/Code/invalidValue`` for a value that is not allowed. Both have the field's path, such as
    ///   `workouts[3].title`.
    public func validate(_ value: JSONValue) throws(SocialError) {
        try validate(value, at: FieldPath())
    }

    func validate(_ value: JSONValue, at path: FieldPath) throws(SocialError) {
        switch (self, value) {
        case (.component(let type), _): try type.schema.validate(value, at: path)
        case (.variant(_, let schema), _): try schema.validate(value, at: path)
        case (.oneOf(let schemas), _):
            try Self.selectVariant(among: schemas, for: value, at: path).validate(value, at: path)
        case (.object(let properties), .object(let members)): try Self.check(members, properties, at: path)
        case (.map(let schema), .object(let members)):
            for (name, value) in members { try schema.validate(value, at: path.appending(name)) }
        case (.array(let schema, let count), .array(let values)):
            try Self.check(values, schema, count, at: path)
        case (.string(let rule), .string(let text)): try rule.check(text, at: path)
        case (.integer(let range), .number(let number)): try Self.check(number, range, at: path)
        case (.number(let range), .number(let number)): try Self.check(number, range, at: path)
        case (.boolean, .boolean), (.any, _): break
        default: throw path.malformed("must be \(kind)")
        }
    }

    private static func check(
        _ members: [String: JSONValue], _ properties: [Property], at path: FieldPath
    ) throws(SocialError) {
        for property in properties {
            if let value = members[property.name] {
                try property.schema.validate(value, at: path.appending(property.name))
            } else if property.isRequired {
                throw path.appending(property.name).malformed("is missing")
            }
        }
        let unknown = members.keys.filter { name in !properties.contains { $0.name == name } }
        guard let first = unknown.min() else { return }
        let known = properties.map(\.name).joined(separator: ", ")
        throw path.appending(first).malformed("is not a field here; the fields are \(known)")
    }

    private static func check(
        _ values: [JSONValue], _ schema: JSONSchema, _ count: ClosedRange<Int>, at path: FieldPath
    ) throws(SocialError) {
        guard count.contains(values.count) else {
            throw path.invalid("must have \(count.lowerBound) to \(count.upperBound) values")
        }
        for (index, value) in values.enumerated() { try schema.validate(value, at: path.appending(index)) }
    }

    private static func check(
        _ number: Double, _ range: ClosedRange<Int64>, at path: FieldPath
    ) throws(SocialError) {
        guard number == number.rounded() else { throw path.malformed("must be a whole number") }
        guard number >= Double(range.lowerBound), number <= Double(range.upperBound), abs(number) < 0x1p63
        else {
            throw path.invalid("must be \(range.message)")
        }
    }

    private static func check(
        _ number: Double, _ range: ClosedRange<Double>, at path: FieldPath
    ) throws(SocialError) {
        guard range.contains(number) else {
            throw path.invalid("must be \(range.message)")
        }
    }

    /// Completes the error "… must be".
    private var kind: String {
        switch self {
        case .object, .map, .variant, .component: "an object"
        case .array: "an array"
        case .string: "a string"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        case .any: "a value"
        case .oneOf: "one of several"
        }
    }
}

extension JSONSchema.StringRule {
    func check(_ text: String, at path: FieldPath) throws(SocialError) {
        guard words.isEmpty || words.contains(text) else {
            throw path.invalid("must be one of \(words.joined(separator: ", "))")
        }
        if let pattern, !pattern.accepts(text) {
            throw path.error(pattern.code, "must be \(pattern.expectation)")
        }
        if length != JSONSchema.anyLength, !length.contains(text.unicodeScalars.count) {
            throw path.invalid("must be \(lengthInWords) long")
        }
        switch format {
        case .uuid where Identifier<Void>(text) == nil: throw path.invalid("must be a UUID")
        case .instant where Timestamp.date(from: text) == nil:
            throw path.invalid("must be an instant such as 2026-11-21T06:27:33Z")
        default: break
        }
    }

    private var lengthInWords: String {
        let shown = shownLength ?? length
        let (least, most) = (shown.lowerBound, shown.upperBound)
        return switch (least, most) {
        case (_, .max): "at least \(least) characters"
        case (0, _): "at most \(most) characters"
        default: "\(least) to \(most) characters"
        }
    }
}

/// The path of a value in a JSON document, such as `workouts[3].detail.notes`.
struct FieldPath {
    private(set) var description = ""

    func appending(_ name: String) -> FieldPath {
        FieldPath(description: (description.isEmpty ? "" : description + ".") + name.prefix(64))
    }

    func appending(_ index: Int) -> FieldPath { FieldPath(description: "\(description)[\(index)]") }

    func malformed(_ reason: String) -> SocialError { error(.malformed, reason) }
    func invalid(_ reason: String) -> SocialError { error(.invalidValue, reason) }

    func error(_ code: SocialError.Code, _ reason: String) -> SocialError {
        SocialError(
            code, "\(description.isEmpty ? "The body" : description) \(reason).",
            field: description.isEmpty ? nil : description)
    }
}
