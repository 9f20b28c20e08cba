import Paceline

/// One endpoint in the document.
struct OpenAPIOperation {
    let endpoint: any AnyEndpoint

    init(_ endpoint: any AnyEndpoint) {
        self.endpoint = endpoint
    }

    var value: JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(endpoint.id),
            "tags": [.string(endpoint.tag.rawValue)],
            "summary": .string(endpoint.summary),
            "description": .string(
                ([endpoint.notes, access, tokens].compactMap(\.self)).joined(separator: " ")),
            "security": endpoint.access == .anyone ? [] : [["token": []]],
            "responses": .object(OpenAPIResponses(endpoint).byStatus),
        ]
        let parameters = path + query + OpenAPIHeader.parameters(endpoint.headers)
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body { members["requestBody"] = body }
        // OpenAPI lists scopes only for OAuth, and not all generators accept those of other schemes.
        if let scope = endpoint.scope { members["x-scope"] = .string(scope.rawValue) }
        if endpoint.isQueueable { members["x-queueable"] = true }
        if let role = endpoint.role { members["x-role"] = .string(role.rawValue) }
        return .object(members)
    }

    private var access: String? {
        switch endpoint.role {
        case .moderator: return "Requires a moderator or an administrator."
        case .administrator: return "Requires an administrator."
        case nil: break
        }
        return switch endpoint.access {
        case .anyone: "Anyone can call this."
        case .account: "Requires a signed-in person."
        case .member: "Requires a signed-in person with a username."
        }
    }

    private var tokens: String? {
        guard endpoint.access != .anyone else { return nil }
        return endpoint.scope.map { "An access token needs the scope `\($0.rawValue)`." }
            ?? "Access tokens are not accepted."
    }

    private var path: [JSONValue] {
        endpoint.pathParameters.map { Self.parameter($0, in: "path") }
    }

    private var query: [JSONValue] {
        endpoint.queryParameters.map { Self.parameter($0, in: "query") }
    }

    private static func parameter(_ parameter: ParameterDescription, in place: String) -> JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(parameter.name), "in": .string(place), "description": .string(parameter.summary),
            "required": .boolean(parameter.isRequired), "schema": parameter.schema.document,
        ]
        // One parameter with commas, not one parameter per element.
        if case .array = parameter.schema { members["explode"] = false }
        return .object(members)
    }

    private var body: JSONValue? {
        switch endpoint.body {
        case .none: nil
        case .json(let schema, let isRequired, _):
            ["required": .boolean(isRequired), "content": [MediaType.json: ["schema": schema.document]]]
        case .image:
            [
                "required": true,
                "description": .string(
                    "A JPEG, PNG or WebP picture of at most 15 MB. The server detects the format; "
                        + "\(MediaType.images.joined(separator: ", ")) are accepted as well."),
                // A single type: generated clients cannot choose among several binary types.
                "content": OpenAPIResponses.content(of: [MediaType.bytes]),
            ]
        }
    }
}
