import Foundation
import Paceline

/// An error as RFC 9457 problem details: what a failed request answers with, as `application/problem+json`.
public struct Problem: Sendable, Equatable, Codable {
    /// A page that explains the code.
    public var type: String
    /// What kind of problem it is; the same for every problem of its code.
    public var title: String
    public var status: Int
    public var code: SocialError.Code
    /// What went wrong this time, for the person who asked.
    public var detail: String
    /// The field or parameter at fault.
    public var field: String?
    /// Found again in the server's log.
    public var requestId: String?

    public init(_ error: SocialError, requestId: String? = nil) {
        let kind = ProblemKind.of(error.code)
        type = "/problems/\(error.code.rawValue)"
        title = kind.title
        status = kind.status
        code = error.code
        detail = error.message
        field = error.field
        self.requestId = requestId
    }

    /// The error that it was made from.
    /// - Parameter retryAfter: the seconds of the answer's `Retry-After` header.
    public func error(retryAfter: Int? = nil) -> SocialError {
        SocialError(code, detail, field: field, retryAfter: retryAfter)
    }

    /// The whole answer, with `Retry-After` when the error says one and the challenge that a 401 must carry.
    public static func reply(_ error: SocialError, requestId: String? = nil) throws -> Reply {
        let problem = Problem(error, requestId: requestId)
        var headers: [String: String] = [:]
        if let retryAfter = error.retryAfter { headers["Retry-After"] = String(retryAfter) }
        if problem.status == 401 { headers["WWW-Authenticate"] = "Bearer realm=\"paceline\"" }
        return Reply(
            status: problem.status, contentType: MediaType.problem, headers: headers, body: try problem.json()
        )
    }
}
