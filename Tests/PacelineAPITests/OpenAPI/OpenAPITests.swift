import Foundation
import Paceline
import PacelineAPI
import Testing

@Suite struct OpenAPITests {
    private let document = OpenAPIDocument(version: "1.2.3").value

    private func operation(_ path: String, _ method: String) -> JSONValue? {
        document["paths"]?[path]?[method]
    }

    @Test func `it has its version and security scheme`() {
        #expect(document["openapi"] == "3.1.0")
        #expect(document["info"]?["version"] == "1.2.3")
        #expect(OpenAPIDocument().value["info"]?["version"] == .string(PacelineVersion.current))
        #expect(document["components"]?["securitySchemes"]?["token"]?["scheme"] == "bearer")
    }

    @Test(arguments: AllEndpoints.all)
    func `it describes each endpoint with all responses`(endpoint: any AnyEndpoint) throws {
        let described = try #require(
            operation(endpoint.path.description, endpoint.method.rawValue.lowercased()))
        #expect(described["operationId"] == .string(endpoint.id))
        #expect(described["security"] == (endpoint.access == .anyone ? [] : [["token": []]]))
        let statuses = endpoint.successes.map(\.status) + endpoint.errors.map { ProblemKind.of($0).status }
        for status in statuses { #expect(described["responses"]?[String(status)] != nil) }
    }

    @Test(arguments: AllEndpoints.all)
    func `it says which scope an access token needs`(endpoint: any AnyEndpoint) throws {
        let described = try #require(
            operation(endpoint.path.description, endpoint.method.rawValue.lowercased()))
        #expect(described["x-scope"] == endpoint.scope.map { JSONValue.string($0.rawValue) })
        guard case .string(let description) = described["description"] else {
            Issue.record("no description")
            return
        }
        let sentence = endpoint.scope.map { "An access token needs the scope `\($0.rawValue)`." }
        #expect(description.contains(sentence ?? "Access tokens") == (endpoint.access != .anyone))
    }

    @Test(arguments: AllEndpoints.all.filter { $0.role != nil })
    func `it says which role its caller needs`(endpoint: any AnyEndpoint) throws {
        let described = try #require(
            operation(endpoint.path.description, endpoint.method.rawValue.lowercased()))
        #expect(described["x-role"] == endpoint.role.map { JSONValue.string($0.rawValue) })
        guard case .string(let description) = described["description"] else {
            Issue.record("no description")
            return
        }
        #expect(description.contains("administrator."))
    }

    @Test func `every reference resolves`() {
        for reference in Self.references(in: document) {
            let steps = reference.dropFirst(2).split(separator: "/").map(String.init)
            #expect(steps.reduce(Optional(document)) { $0?[$1] } != nil, "\(reference)")
        }
    }

    private static func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let members):
            members.flatMap { name, member -> [String] in
                if name == "$ref", case .string(let target) = member {
                    [target]
                } else {
                    references(in: member)
                }
            }
        case .array(let values): values.flatMap(references)
        default: []
        }
    }

    @Test func `spot checks`() {
        #expect(operation("/v1/requests", "post")?["responses"]?["200"] != nil)
        #expect(operation("/v1/requests", "post")?["responses"]?["201"] != nil)
        #expect(operation("/v1/following/{person}", "put")?["requestBody"]?["required"] == false)
        let draft = document["components"]?["schemas"]?["WorkoutDraft"]
        #expect(draft?["additionalProperties"] == false)
        #expect(draft?["required"] == ["type", "title", "startedAt", "duration"])
        #expect(draft?["properties"]?["intensityZone"]?["maximum"] == 5)
        #expect(draft?["properties"]?["startedAt"]?["format"] == "date-time")
        #expect(
            draft?["properties"]?["visibility"]?["enum"] == ["private", "friends", "followers", "public"])
    }

    @Test func `every media type has a schema, and pictures are binary`() throws {
        let contents = Self.members("content", in: document)
        #expect(contents.count > 100)
        for case .object(let content) in contents {
            for (type, media) in content {
                let schema = try #require(media["schema"], "\(type)")
                if type.hasPrefix("image/") || type == MediaType.bytes {
                    #expect(schema == ["type": "string", "format": "binary"], "\(type)")
                }
            }
        }
        #expect(
            operation("/v1/me/avatar", "put")?["requestBody"]?["content"] == [
                MediaType.bytes: ["schema": ["type": "string", "format": "binary"]]
            ])
    }

    @Test func `unions of objects have named variants and a discriminator`() {
        let credential = document["components"]?["schemas"]?["Credential"]
        #expect(
            credential?["oneOf"] == [
                ["$ref": "#/components/schemas/PasswordCredential"],
                ["$ref": "#/components/schemas/DeviceCredential"],
                ["$ref": "#/components/schemas/AppleCredential"],
                ["$ref": "#/components/schemas/PasskeyCredential"],
            ])
        #expect(
            credential?["discriminator"] == [
                "propertyName": "provider",
                "mapping": [
                    "password": "#/components/schemas/PasswordCredential",
                    "device": "#/components/schemas/DeviceCredential",
                    "apple": "#/components/schemas/AppleCredential",
                    "passkey": "#/components/schemas/PasskeyCredential",
                ],
            ])
        guard case .object(let components) = document["components"]?["schemas"] else {
            Issue.record("no schemas")
            return
        }
        for (name, schema) in components {
            guard case .array(let variants) = schema["oneOf"], variants.contains(where: { $0["$ref"] != nil })
            else { continue }
            #expect(schema["discriminator"] != nil, "\(name)")
        }
    }

    /// Generators make a class of each component, and name inline objects and enumerations after their path.
    @Test func `the names of generated classes are unique`() {
        var names: [String] = []
        if case .object(let components) = document["components"]?["schemas"] {
            for (name, schema) in components { names += [name] + Self.inlineNames(in: schema, of: name) }
        }
        if case .object(let paths) = document["paths"] {
            for case .object(let operations) in paths.values {
                for operation in operations.values {
                    guard case .string(let id) = operation["operationId"],
                        case .array(let parameters) = operation["parameters"]
                    else { continue }
                    for parameter in parameters {
                        guard case .string(let name) = parameter["name"], let schema = parameter["schema"]
                        else { continue }
                        names += Self.inlineNames(in: ["properties": [name: schema]], of: id)
                    }
                }
            }
        }
        #expect(names.count > 100)
        let duplicates = Dictionary(grouping: names) { $0.lowercased().filter(\.isLetter) }.filter {
            $1.count > 1
        }
        #expect(duplicates.isEmpty)
    }

    /// The names that inline objects and enumerations get.
    private static func inlineNames(in schema: JSONValue, of owner: String) -> [String] {
        guard case .object(let properties) = schema["properties"] else { return [] }
        return properties.flatMap { property, schema -> [String] in
            let name = owner + property
            let schema = schema["items"] ?? schema
            let isClass = schema["enum"] != nil || schema["type"] == "object"
            return (isClass ? [name] : []) + inlineNames(in: schema, of: name)
        }
    }

    /// All members with the name, at any depth.
    private static func members(_ name: String, in value: JSONValue) -> [JSONValue] {
        switch value {
        case .object(let members):
            members.flatMap { key, member in (key == name ? [member] : []) + Self.members(name, in: member) }
        case .array(let values): values.flatMap { members(name, in: $0) }
        default: []
        }
    }

    @Test func `no limit on an integer comes from the width of Int`() throws {
        for name in ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] {
            for limit in Self.members(name, in: document) {
                guard case .number(let number) = limit, number.magnitude < .greatestFiniteMagnitude else {
                    continue
                }
                #expect(abs(number) < 0x1p53 && abs(number) != 0x1p31 - 1, "\(name) \(number)")
            }
        }
    }

    @Test func `its text is deterministic`() throws {
        #expect(try OpenAPIDocument().json() == OpenAPIDocument().json())
    }
}
