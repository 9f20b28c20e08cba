import Foundation
import Paceline
import Testing

@testable import PacelineAPI

/// One endpoint with sample input and output, to encode and decode.
struct RoundTrip: Sendable, CustomTestStringConvertible {
    let id: String
    let testDescription: String
    /// All samples of wire types in the input and output.
    let values: [any WireValue]
    /// The differences after the round trip; empty if there are none.
    let differences: @Sendable () throws -> [String]
    /// The statuses with which the endpoint returns the outputs.
    let statuses: @Sendable () throws -> [Int]

    init<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>, _ path: Path, _ query: Query, _ body: Body,
        _ outputs: Output...
    ) {
        id = endpoint.id
        testDescription = endpoint.target(path, query)
        values = ([body] as [Any] + outputs).flatMap(Self.wireValues)
        differences = {
            try Self.request(endpoint, path, query, body)
                + outputs.flatMap { try Self.response(of: endpoint, $0) }
        }
        statuses = { try outputs.map { try endpoint.response($0).status } }
    }

    private static func wireValues(of carried: Any) -> [any WireValue] {
        switch carried {
        case let value as any WireValue: [value]
        case let published as any Published: [published.content]
        case let sent as SentRequest: [sent.request]
        case FollowOutcome.following(let person): [person]
        case FollowOutcome.requested(let request): [request]
        default: []
        }
    }

    private static func request<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>, _ path: Path, _ query: Query, _ body: Body
    ) throws -> [String] {
        let sent = endpoint.target(path, query)
        let parts = Target(sent)
        let readPath = try endpoint.readPath(parts.parameters(of: endpoint.path))
        let readQuery = try endpoint.readQuery(parts.query)
        let received = endpoint.target(readPath, readQuery)
        let written = try body.written()
        let readBody = try endpoint.readBody(written?.bytes ?? [], contentType: written?.contentType)
        let isSameBody = try same(written?.bytes, try readBody.written()?.bytes)
        return (sent == received ? [] : ["\(sent) became \(received)"])
            + (isSameBody ? [] : ["the body changed"])
    }

    private static func response<Path, Query, Body, Output>(
        of endpoint: Endpoint<Path, Query, Body, Output>, _ output: Output
    ) throws -> [String] {
        let response = try endpoint.response(output)
        let again = try endpoint.response(try Output.read(response))
        guard let success = endpoint.successes.first(where: { $0.status == response.status }) else {
            return ["\(response.status) is not described"]
        }
        if case .json(let schema) = success.content { try schema.validate(JSONValue(parsing: response.body)) }
        var differences: [String] = []
        if response.status != again.status || response.headers != again.headers {
            differences.append("the response changed")
        }
        if try !same(response.body, again.body) { differences.append("the response's body changed") }
        return differences
    }

    /// Whether the bytes are equal, directly or as JSON.
    private static func same(_ left: [UInt8]?, _ right: [UInt8]?) throws -> Bool {
        guard let left, let right, left != right else { return left == right }
        return try JSONValue(parsing: left) == JSONValue(parsing: right)
    }
}

/// A request's target as a router parses it.
private struct Target {
    let segments: [String]
    let query: [(name: String, value: String)]

    init(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1).map(String.init)
        segments = parts[0].split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        query = (parts.dropFirst().first ?? "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(sides[0]), String(sides[1]).removingPercentEncoding ?? "")
        }
    }

    func parameters(of template: PathTemplate) -> [String: String] {
        zip(template.segments, segments).reduce(into: [:]) { values, pair in
            if case .parameter(let name) = pair.0 { values[name] = pair.1 }
        }
    }
}
