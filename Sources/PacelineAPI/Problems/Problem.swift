import Foundation
import Paceline

/// An error as problem details (RFC 9457): the body of a failed request, as `application/problem+json`.
public struct Problem: Sendable, Equatable, Codable {
    /// The URL of a page that explains the code.
    public var type: String
    /// A summary; the same for all problems with this code.
    public var title: String
    /// The HTTP status.
    public var status: Int
    public var code: SocialError.Code
    /// What went wrong, as a message for the person.
    public var detail: String
    /// The invalid field or parameter.
    public var field: String?
    /// The request's id in the server log.
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

    /// The error that the problem was created from.
    /// - Parameter retryAfter: the value of the `Retry-After` header, in seconds.
    public func error(retryAfter: Int? = nil) -> SocialError {
        SocialError(code, detail, field: field, retryAfter: retryAfter)
    }

    /// Creates the whole response, with `Retry-After` if the error has one and, for 401, `WWW-Authenticate`. The server
    /// adds a challenge for Basic authentication where it accepts one.
    public static func response(_ error: SocialError, requestId: String? = nil) throws -> EncodedResponse {
        let problem = Problem(error, requestId: requestId)
        var headers: [String: String] = [:]
        if let retryAfter = error.retryAfter { headers["Retry-After"] = String(retryAfter) }
        if problem.status == 401 { headers["WWW-Authenticate"] = "Bearer realm=\"paceline\"" }
        return EncodedResponse(
            status: problem.status, contentType: MediaType.problem, headers: headers, body: try problem.json()
        )
    }
}
