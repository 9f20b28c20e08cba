import Paceline

/// The headers that the document describes.
enum OpenAPIHeader {
    /// Answered with everything.
    static let everywhere = ["RateLimit", "RateLimit-Policy"]

    /// The headers of answers, by name.
    static let components = JSONValue.object(
        Dictionary(
            uniqueKeysWithValues: [
                ("ETag", "Which state of the resource this is; for `If-Match` and `If-None-Match`."),
                ("Link", "On every page but the last, the address of the next one with `rel=\"next\"`."),
                ("RateLimit", "What is left of the limit, and the seconds until it is whole again."),
                ("RateLimit-Policy", "How many requests are allowed in how many seconds."),
                ("Retry-After", "Seconds after which trying again may succeed."),
                ("WWW-Authenticate", "How to sign in."),
                (PublishStatus.header, "`created`, `updated` or `unchanged`."),
            ].map { name, description in (name, Self.header(description)) }))

    private static func header(_ description: String) -> JSONValue {
        ["description": .string(description), "schema": ["type": "string"]]
    }

    static func references(_ names: [String]) -> JSONValue {
        .object(
            Dictionary(
                uniqueKeysWithValues: names.map { ($0, ["$ref": .string("#/components/headers/\($0)")]) }))
    }

    /// The request headers that an endpoint understands.
    static func parameters(_ headers: ConditionalHeaders) -> [JSONValue] {
        let all: [(ConditionalHeaders, String, String, JSONSchema)] = [
            (
                .idempotencyKey, "Idempotency-Key",
                "Sending the same request again with the same key gives the first answer again; kept 24 hours.",
                .string(pattern: .idempotencyKey)
            ),
            (
                .ifMatch, "If-Match", "The `ETag` that the resource must still have.",
                .string(pattern: .entityTag)
            ),
            (.ifNoneMatch, "If-None-Match", "The `ETag` of what the caller has already.", .string),
            (
                .lastEventID, "Last-Event-ID", "The `id` of the last event that the caller has.",
                .string(pattern: .logPosition)
            ),
        ]
        return all.filter { headers.contains($0.0) }.map { _, name, description, schema in
            [
                "name": .string(name), "in": "header", "required": false, "description": .string(description),
                "schema": schema.document,
            ]
        }
    }
}

/// The key by which a request that is sent twice is done once.
public enum IdempotencyKey {
    /// How many characters it may have.
    public static let longest = 255
}
