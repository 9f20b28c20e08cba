import Paceline

/// The headers in the document.
enum OpenAPIHeader {
    /// The headers of every response.
    static let everywhere = ["RateLimit", "RateLimit-Policy"]

    /// The response headers, by name.
    static let components = JSONValue.object(
        Dictionary(
            uniqueKeysWithValues: [
                ("ETag", "The resource's version, for `If-Match` and `If-None-Match`."),
                ("Link", "The URL of the next page, with `rel=\"next\"`; absent on the last page."),
                ("RateLimit", "The remaining quota, and the seconds until it is full again."),
                ("RateLimit-Policy", "The number of requests allowed, and the window in seconds."),
                ("Retry-After", "Seconds to wait before retrying."),
                ("WWW-Authenticate", "The authentication schemes: `Bearer`, and `Basic` for some programs."),
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

    /// The request headers that an endpoint supports.
    static func parameters(_ headers: ConditionalHeaders) -> [JSONValue] {
        let all: [(ConditionalHeaders, String, String, JSONSchema)] = [
            (
                .idempotencyKey, "Idempotency-Key",
                "Repeating a request with the same key returns the first response. Keys are kept for 24 hours.",
                .string(pattern: .idempotencyKey)
            ),
            (
                .ifMatch, "If-Match", "The `ETag` that the resource must still have.",
                .string(pattern: .entityTag)
            ),
            (.ifNoneMatch, "If-None-Match", "The `ETag` of the cached response.", .string),
            (
                .lastEventID, "Last-Event-ID", "The `id` of the last event received.",
                .string(pattern: .logPosition)
            ),
            (
                .client, "Client-Name",
                """
                A name for the lists of sessions and security events, such as `Mira's phone`; derived from \
                `User-Agent` if absent.
                """,
                .string(length: 1...TextRule.clientName.length.upperBound)
            ),
            (
                .client, "Client-Token",
                "The `clientToken` of an earlier sign-in on this client. An unknown one has no effect.",
                .string
            ),
        ]
        return all.filter { headers.contains($0.0) }.map { _, name, description, schema in
            [
                "name": .string(name), "in": "header",
                "required": .boolean(
                    name == "Idempotency-Key" && headers.contains(.requiredIdempotencyKey)),
                "description": .string(description),
                "schema": schema.document,
            ]
        }
    }
}

/// The limits of an `Idempotency-Key`, which makes a repeated request take effect once.
public enum IdempotencyKey {
    /// The maximum length, in characters.
    public static let longest = 255
}
