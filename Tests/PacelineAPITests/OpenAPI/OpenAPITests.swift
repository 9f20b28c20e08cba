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

    @Test func `its text is deterministic`() throws {
        #expect(try OpenAPIDocument().json() == OpenAPIDocument().json())
    }
}
