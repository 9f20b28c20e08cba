import Paceline

/// All responses of one endpoint, by status.
struct OpenAPIResponses {
    let endpoint: any AnyEndpoint

    init(_ endpoint: any AnyEndpoint) {
        self.endpoint = endpoint
    }

    var byStatus: [String: JSONValue] {
        var responses: [String: JSONValue] = [:]
        for success in endpoint.successes {
            responses[String(success.status)] = Self.response(success, endpoint)
        }
        if endpoint.headers.contains(.ifNoneMatch) {
            responses["304"] = [
                "description": "Not modified: it still has the entity tag in `If-None-Match`.",
                "headers": OpenAPIHeader.references(["ETag"]),
            ]
        }
        for (status, kinds) in problems {
            responses[String(status)] = ["$ref": .string("#/components/responses/\(Self.name(kinds))")]
        }
        return responses
    }

    /// The problem responses, by name, such as `invalid_value.username_invalid`. Endpoints share them.
    var sharedProblems: [String: JSONValue] {
        Dictionary(uniqueKeysWithValues: problems.map { (Self.name($1), Self.response($0, $1)) })
    }

    private var problems: [Int: [ProblemKind]] {
        Dictionary(grouping: endpoint.errors.map(ProblemKind.of), by: \.status)
            .mapValues { $0.sorted { $0.code.rawValue < $1.code.rawValue } }
    }

    private static func name(_ kinds: [ProblemKind]) -> String {
        kinds.map(\.code.rawValue).joined(separator: ".")
    }

    private static func response(_ success: Success, _ endpoint: any AnyEndpoint) -> JSONValue {
        var headers = success.headers + OpenAPIHeader.everywhere
        if endpoint.headers.contains(.ifNoneMatch), !headers.contains("ETag") { headers.append("ETag") }
        var members: [String: JSONValue] = [
            "description": .string(success.summary), "headers": OpenAPIHeader.references(headers),
        ]
        switch success.content {
        case .none: break
        case .json(let schema): members["content"] = [MediaType.json: ["schema": schema.document]]
        case .media(let types): members["content"] = Self.content(of: types)
        case .events(let events):
            // OpenAPI 3.1 cannot describe the events of a stream, so they are in an extension field.
            members["content"] = [
                ServerSentEvent.mediaType: [
                    "schema": JSONSchema.string.document,
                    "x-events": .object(events.mapValues(\.document)),
                ]
            ]
        }
        return .object(members)
    }

    /// The `content` of bodies that no wire type describes: text, JSON of any shape and binary data.
    static func content(of mediaTypes: [String]) -> JSONValue {
        let schemas = mediaTypes.map { type -> (String, JSONValue) in
            switch type {
            case MediaType.json: (type, ["schema": ["type": "object"]])
            case _ where type.hasPrefix("text/"): (type, ["schema": ["type": "string"]])
            default: (type, ["schema": ["type": "string", "format": "binary"]])
            }
        }
        return .object(Dictionary(uniqueKeysWithValues: schemas))
    }

    private static func response(_ status: Int, _ kinds: [ProblemKind]) -> JSONValue {
        let lines = kinds.map { "`\($0.code.rawValue)`: \($0.title)" }
        var headers = OpenAPIHeader.everywhere
        if status == 429 || status == 503 { headers.append("Retry-After") }
        if status == 401 { headers.append("WWW-Authenticate") }
        return [
            "description": .string(lines.joined(separator: " ")),
            "headers": OpenAPIHeader.references(headers),
            "content": [MediaType.problem: ["schema": JSONSchema.component(Problem.self).document]],
        ]
    }
}
