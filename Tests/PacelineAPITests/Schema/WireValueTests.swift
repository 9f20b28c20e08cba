import Foundation
import Paceline
import Testing

@testable import PacelineAPI

@Suite struct WireValueTests {
    /// Values of all components in the document, and of the game file.
    private static func values(seed: UInt64) -> [any WireValue] {
        var samples = Samples(seed: seed)
        let error = SocialError(
            .rateLimited, samples.text(), field: samples.maybe("text"), retryAfter: samples.count())
        let live: [any WireValue] = [
            KudosChange(item: samples.id(), kudosCount: samples.count(), hasKudos: samples.maybe(true)),
            LiveComment(comment: samples.comment(), commentCount: samples.count()),
            LiveCommentRemoval(id: samples.id(), item: samples.id(), commentCount: samples.count()),
            LiveReference<Person>(id: samples.id()), LiveSignal(),
        ]
        let problem = Problem(error, requestId: samples.maybe("a1"))
        let games = GameFile(games: GameCatalogue.standard.entries)
        return RoundTrip.all(seed: seed).flatMap(\.values) + live + [error, problem, games]
    }

    @Test(arguments: 1...16 as ClosedRange<UInt64>)
    func `each value matches its schema and its Codable encoding, and survives both round trips`(
        seed: UInt64
    ) throws {
        for value in Self.values(seed: seed) {
            #expect(try differences(value) == [], "\(type(of: value)), seed \(seed)")
        }
    }

    private func differences<Value: WireValue>(_ value: Value) throws -> [String] {
        let written = try value.json()
        let parsed = try JSONValue(parsing: written)
        var differences: [String] = []
        if try parsed != JSONValue(parsing: Array(PacelineJSON.encoder.encode(value))) {
            differences.append("the Codable encoding differs")
        }
        if try !isEqual(PacelineJSON.decode(Value.self, from: written), value) {
            differences.append("decoding the bytes gives another value")
        }
        if try !isEqual(PacelineJSON.decode(Value.self, from: parsed), value) {
            differences.append("decoding the parsed JSON gives another value")
        }
        do {
            try JSONSchema.component(Value.self).validate(parsed)
        } catch {
            differences.append(error.message)
        }
        return differences
    }

    private func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
        func compare<Comparand: Equatable>(_ left: Comparand) -> Bool { left == right as? Comparand }
        return (left as? any Equatable).map { compare($0) } ?? false
    }

    @Test func `every field in the document is written by some sample`() throws {
        var written = WrittenFields()
        for seed in 1...16 as ClosedRange<UInt64> {
            for value in Self.values(seed: seed) { try written.note(value) }
        }
        guard case .object(let components) = OpenAPIDocument().value["components"]?["schemas"] else {
            Issue.record("there are no schemas")
            return
        }
        #expect(components.count > 50)
        for (name, schema) in components {
            let named = WrittenFields.named(in: schema)
            #expect(named == written.fields[name], "\(name)")
        }
    }
}

/// The fields seen in each component.
private struct WrittenFields {
    private(set) var fields: [String: Set<String>] = [:]

    mutating func note(_ value: some WireValue) throws {
        try note(JSONValue(parsing: value.json()), .component(type(of: value)), of: "")
    }

    private mutating func note(_ value: JSONValue, _ schema: JSONSchema, of component: String) throws {
        switch (schema, value) {
        case (.component(let type), _):
            fields[type.schemaName, default: []].formUnion([])
            try note(value, type.schema, of: type.schemaName)
        case (.variant(let name, let variant), _):
            fields[name, default: []].formUnion([])
            try note(value, variant, of: name)
        case (.object(let properties), .object(let members)):
            for property in properties {
                guard let member = members[property.name] else { continue }
                fields[component]?.insert(property.name)
                try note(member, property.schema, of: "\(component).\(property.name)")
            }
        case (.array(let element, _), .array(let values)):
            for value in values { try note(value, element, of: component) }
        case (.oneOf(let variants), _):
            let variant = try JSONSchema.selectVariant(among: variants, for: value, at: FieldPath())
            try note(value, variant, of: component)
        default: break
        }
    }

    /// The names of a component's fields. A union has none: its variants are components.
    static func named(in schema: JSONValue) -> Set<String> {
        guard case .object(let properties) = schema["properties"] else { return [] }
        return Set(properties.keys)
    }
}
