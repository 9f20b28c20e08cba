import Foundation
import Paceline

/// One parameter of a path or query: its name, schema, decoding and encoding.
public struct Parameter<Value: Sendable>: Sendable {
    public let description: ParameterDescription
    let read: @Sendable (String) throws -> Value
    let write: @Sendable (Value) -> String

    public var name: String { description.name }

    /// - Parameter read: decodes the value; throws a ``SocialError`` with the parameter's name.
    public init(
        _ name: String, _ schema: JSONSchema, _ summary: String, isRequired: Bool = false,
        read: @escaping @Sendable (String) throws -> Value, write: @escaping @Sendable (Value) -> String
    ) {
        description = ParameterDescription(
            name: name, schema: schema, summary: summary, isRequired: isRequired)
        self.read = read
        self.write = write
    }
}

/// The description of a parameter.
public struct ParameterDescription: Sendable {
    public let name: String
    public let schema: JSONSchema
    public let summary: String
    public let isRequired: Bool
}

extension Parameter where Value: LosslessStringConvertible {
    /// A parameter whose type converts from and to text.
    /// - Parameter expectation: completes the error "*name* must be …".
    public static func text(
        _ name: String, _ schema: JSONSchema, _ summary: String, isRequired: Bool = false,
        mustBe expectation: String
    ) -> Self {
        Parameter(name, schema, summary, isRequired: isRequired) { text in
            guard let value = Value(text) else {
                throw SocialError(.malformed, "\(name) must be \(expectation).", field: name)
            }
            return value
        } write: {
            $0.description
        }
    }
}

extension Parameter {
    public static func id<Subject>(
        _ name: String = "id", _ summary: String, isRequired: Bool = true
    ) -> Self
    where Value == Identifier<Subject> {
        .text(name, .uuid, summary, isRequired: isRequired, mustBe: "a UUID")
    }

    /// A parameter with a fixed set of values.
    public static func choice(_ name: String, _ summary: String, isRequired: Bool = false) -> Self
    where Value: RawRepresentable<String> & CaseIterable {
        let words = Value.allCases.map(\.rawValue)
        return Parameter(name, .choice(words), summary, isRequired: isRequired) { text in
            guard let value = Value(rawValue: text) else {
                throw SocialError(
                    .invalidValue, "\(name) must be one of \(words.joined(separator: ", ")).", field: name)
            }
            return value
        } write: {
            $0.rawValue
        }
    }
}

extension Parameter<Date> {
    public static func instant(_ name: String, _ summary: String) -> Self {
        Parameter(name, .instant, summary) { text in
            guard let date = Timestamp.date(from: text) else {
                throw SocialError(
                    .malformed, "\(name) must be an instant such as 2026-11-21T06:27:33Z.", field: name)
            }
            return date
        } write: {
            Timestamp.text(of: $0)
        }
    }
}

extension Parameter<Int> {
    public static func integer(_ name: String, in range: ClosedRange<Int>, _ summary: String) -> Self {
        Parameter(name, .integer(range), summary) { text in
            guard let number = Int(text) else {
                throw SocialError(.malformed, "\(name) must be a whole number.", field: name)
            }
            guard range.contains(number) else {
                throw SocialError(
                    .invalidValue, "\(name) must be \(range.lowerBound) to \(range.upperBound).", field: name)
            }
            return number
        } write: {
            String($0)
        }
    }
}
