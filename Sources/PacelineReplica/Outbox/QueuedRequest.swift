import Foundation
import Paceline
import PacelineAPI

/// A request of one endpoint, as the outbox stores it and as `POST /v1/sync` sends it.
///
/// ```swift
/// let request = try QueuedRequest(API.follow, PersonPath(.id(mira)), FollowBody())
/// ```
package struct QueuedRequest: Sendable, Equatable {
    package let method: HTTPMethod
    /// Percent-encoded, such as `/v1/items/0190163d-8694-739b-aea5-966c26f8ad91/kudos`.
    package let path: String
    /// Nil for a request without a body.
    package let body: JSONValue?

    package init(_ method: HTTPMethod, _ path: String, body: JSONValue? = nil) {
        self.method = method
        self.path = path
        self.body = body
    }

    /// Creates the request that a client would send to the endpoint.
    /// - Parameter fields: fields to add to the body, such as the id that the client chooses.
    /// - Throws: ``SocialError`` if the body cannot be encoded.
    package init<Path, Body, Output>(
        _ endpoint: Endpoint<Path, NoParameters, Body, Output>, _ path: Path, _ body: Body,
        adding fields: [String: JSONValue] = [:]
    ) throws {
        let written = try body.written().map { try JSONValue(parsing: $0.bytes) }
        self.init(
            endpoint.method, endpoint.target(path, NoParameters()), body: written?.adding(fields))
    }
}

extension QueuedRequest {
    /// The body as JSON text with sorted names, so that sending the request again sends the same bytes; empty without
    /// a body.
    func bodyText() throws -> String {
        guard let body else { return "" }
        return String(decoding: try body.text(), as: UTF8.self)
    }

    /// The id of its endpoint; nil only if the API does not have it.
    package var operation: String? { CommandKind.match(self)?.kind.rawValue }

    /// The request of a numbered command.
    /// - Throws: ``SocialError/Code/malformed`` if the method is unknown, or the body is not JSON.
    init(_ command: SyncCommand) throws(SocialError) {
        guard let method = HTTPMethod(rawValue: command.method) else {
            throw SocialError(.malformed, "\(command.method) is not a method of the API.", field: "method")
        }
        try self.init(method, command.path, bodyText: command.body?.description ?? "")
    }

    /// Reads a stored request.
    /// - Parameter bodyText: as ``bodyText()`` returned it.
    /// - Throws: ``SocialError/Code/malformed`` if the body is not JSON.
    init(_ method: HTTPMethod, _ path: String, bodyText: String) throws(SocialError) {
        self.init(method, path, body: bodyText.isEmpty ? nil : try JSONValue(parsing: Array(bodyText.utf8)))
    }

    /// The segments of the path, percent-decoded.
    var segments: [String] {
        path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    }

    /// The request with another id in place of one, in the path and in the body: the server may publish a workout
    /// under another id than the one that the client chose.
    func renaming(_ old: String, to new: String) -> QueuedRequest {
        let segments = segments.map { "/" + PercentEncoding.encode($0 == old ? new : $0) }
        return QueuedRequest(method, segments.joined(), body: body?.replacing(old, with: new))
    }
}

extension JSONValue {
    func adding(_ fields: [String: JSONValue]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.merging(fields) { $1 })
    }

    /// The value with another string in place of each one that equals `old`.
    fileprivate func replacing(_ old: String, with new: String) -> JSONValue {
        switch self {
        case .string(let text): .string(text == old ? new : text)
        case .array(let values): .array(values.map { $0.replacing(old, with: new) })
        case .object(let members): .object(members.mapValues { $0.replacing(old, with: new) })
        case .null, .boolean, .number: self
        }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
}
