import Foundation
import Paceline
import PacelineAPI
import Testing

/// Checks the generated tables in docs/api.md. With `PACELINE_WRITE_GUIDE` set, as in script/api, updates them first.
@Suite struct APIGuideTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/api.md").standardizedFileURL

    @Test func `the guide matches the endpoints`() throws {
        let guide = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(guide.range(of: APIGuide.start)).lowerBound
        if ProcessInfo.processInfo.environment["PACELINE_WRITE_GUIDE"] != nil {
            try (guide[..<start] + APIGuide.text).write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let tables = try String(contentsOf: Self.file, encoding: .utf8)[start...]
        #expect(tables == APIGuide.text, "Run script/api, then review the changes in docs/api.md.")
    }
}

/// The generated part of docs/api.md.
enum APIGuide {
    static let start = "<!-- Made from the endpoints by script/api; changes here are lost. -->"

    static var text: String {
        let features = EndpointTag.allCases.map { tag in
            feature(tag, AllEndpoints.all.filter { $0.tag == tag })
        }
        return ([start] + features + [codes]).joined(separator: "\n\n") + "\n"
    }

    private static func feature(_ tag: EndpointTag, _ endpoints: [any AnyEndpoint]) -> String {
        let head =
            "### \(tag.rawValue)\n\n| request | | who | scope | success | errors |\n|---|---|---|---|---|---|\n"
        return head + endpoints.map(row).joined(separator: "\n")
    }

    private static func row(_ endpoint: any AnyEndpoint) -> String {
        let successes = endpoint.successes.map { String($0.status) }
        let unchanged = endpoint.headers.contains(.ifNoneMatch) ? ["304"] : []
        let cells = [
            request(endpoint),
            ([endpoint.summary + "."] + [endpoint.notes].compactMap(\.self)).joined(separator: " "),
            who(endpoint), endpoint.scope?.rawValue ?? "",
            (successes + unchanged).joined(separator: " "),
            endpoint.ownErrors.map { "`\($0.rawValue)`" }.joined(separator: " "),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private static func request(_ endpoint: any AnyEndpoint) -> String {
        let query = endpoint.queryParameters.map { "\($0.name)=" }.joined(separator: "&")
        let address = "`\(endpoint.method.rawValue) \(endpoint.path)\(query.isEmpty ? "" : "?" + query)`"
        let headers: [(ConditionalHeaders, String)] = [
            (.ifMatch, "If-Match"), (.idempotencyKey, "Idempotency-Key"), (.lastEventID, "Last-Event-ID"),
        ]
        let understood = headers.filter { endpoint.headers.contains($0.0) }.map { "`\($0.1)`" }
        return ([address] + understood).joined(separator: "<br>")
    }

    private static func who(_ endpoint: any AnyEndpoint) -> String {
        if let role = endpoint.role { return role.rawValue }
        return switch endpoint.access {
        case .anyone: "anyone"
        case .account: "account"
        case .member: "member"
        }
    }

    /// The table of all error codes.
    private static var codes: String {
        "### Codes\n\n| status | code | |\n|---|---|---|\n"
            + ProblemKind.all.map { "| \($0.status) | `\($0.code.rawValue)` | \($0.title) |" }.joined(
                separator: "\n")
    }
}
