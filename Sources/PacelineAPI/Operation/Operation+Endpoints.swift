import Foundation
import Paceline

extension API {
    public static let health = Endpoint<NoParameters, NoParameters, EmptyBody, ServerStatus>(
        .get, "/health", id: "health", .operation, "Check whether the server is alive",
        .server(.anyone))

    public static let ready = Endpoint<NoParameters, NoParameters, EmptyBody, ServerStatus>(
        .get, "/ready", id: "ready", .operation, "Check whether the server is ready for requests",
        .server(.anyone))

    public static let metrics = Endpoint<NoParameters, NoParameters, EmptyBody, PlainText>(
        .get, "/metrics", id: "metrics", .operation, "Get metrics for Prometheus",
        notes: "Needs the operator's token, unless the client runs on the server's machine.",
        errors: [.notFound], .server(.anyone))

    public static let openAPI = Endpoint<NoParameters, NoParameters, EmptyBody, OpenAPIText>(
        .get, "/openapi.json", id: "openAPI", .operation, "Get this OpenAPI document",
        .server(.anyone))
}

/// The health of a server.
public struct ServerStatus: WireObject, Equatable {
    /// `ok`.
    public var status: String

    /// A healthy server.
    public static let ok = ServerStatus(status: "ok")

    public static let schemaName = "ServerStatus"
    public static let schema = JSONSchema.object(of: ServerStatus.self)

    public init(status: String) {
        self.status = status
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<ServerStatus>) {
        visitor.field("status", { $0.status }, .choice(["ok"]))
    }
}

/// The OpenAPI document, as JSON.
public struct OpenAPIText: EndpointOutput, Equatable {
    public var json: [UInt8]

    public init(json: [UInt8]) {
        self.json = json
    }

    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "An OpenAPI 3.1 document.", .media([MediaType.json]))]
    }

    public func response(_ status: Int) -> EncodedResponse {
        EncodedResponse(status: status, contentType: MediaType.json, body: json)
    }

    public static func read(_ response: EncodedResponse) -> OpenAPIText { OpenAPIText(json: response.body) }
}
