import Paceline

/// The version of this release: of the program, the package and the API.
public enum PacelineVersion {
    /// A semantic version, such as `1.4.0`.
    public static let current = "0.1.0"
}

/// The API as an OpenAPI 3.1 document, generated from the endpoints.
public struct OpenAPIDocument: Sendable {
    /// The document as a JSON value.
    public let value: JSONValue

    /// - Parameters:
    ///   - version: the program's version.
    ///   - server: the server's base URL.
    public init(
        _ endpoints: [any AnyEndpoint] = AllEndpoints.all, version: String = PacelineVersion.current,
        server: String = "/"
    ) {
        value = [
            "openapi": "3.1.0",
            "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
            "info": Self.info(version: version),
            "servers": [["url": .string(server)]],
            "tags": .array(EndpointTag.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": Self.paths(endpoints),
            "components": [
                "schemas": Self.schemas(endpoints),
                "responses": Self.problems(endpoints),
                "headers": OpenAPIHeader.components,
                "securitySchemes": ["token": Self.token],
            ],
        ]
    }

    /// The document as JSON text.
    public func json() throws -> [UInt8] { try value.text() }

    private static func info(version: String) -> JSONValue {
        [
            "title": "Paceline",
            "version": .string(version),
            "summary": "The social layer for training and puzzle apps.",
            "description": .string(
                """
                “You” is the signed-in person. Units are seconds, metres, kilograms, kilocalories and beats per \
                minute. Times are RFC 3339, in UTC in responses. A list returns `{items, next}`; pass `next` as \
                `cursor` for the next page. Errors are problem details (RFC 9457) with a stable `code`. Fields that \
                are unknown or hidden from you are absent, never `null`.
                """),
        ]
    }

    private static let token: JSONValue = [
        "type": "http", "scheme": "bearer",
        "description":
            "A session's `token`, or an access token with the operation's scope; see *Signing in* and *Security*.",
    ]

    private static func paths(_ endpoints: [any AnyEndpoint]) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for endpoint in endpoints {
            paths[endpoint.path.description, default: [:]][endpoint.method.rawValue.lowercased()] =
                OpenAPIOperation(endpoint).value
        }
        return .object(paths.mapValues(JSONValue.object))
    }

    private static func problems(_ endpoints: [any AnyEndpoint]) -> JSONValue {
        .object(
            endpoints.reduce(into: [:]) { problems, endpoint in
                problems.merge(OpenAPIResponses(endpoint).sharedProblems) { $1 }
            })
    }

    private static func schemas(_ endpoints: [any AnyEndpoint]) -> JSONValue {
        var components: [String: JSONValue] = [:]
        JSONSchema.component(Problem.self).collectComponents(into: &components)
        for endpoint in endpoints {
            if case .json(let schema, _, _) = endpoint.body { schema.collectComponents(into: &components) }
            for success in endpoint.successes {
                for schema in success.content.schemas { schema.collectComponents(into: &components) }
            }
        }
        return .object(components)
    }
}

extension Success.Content {
    fileprivate var schemas: [JSONSchema] {
        switch self {
        case .json(let schema): [schema]
        case .events(let events): Array(events.values)
        case .none, .media: []
        }
    }
}
