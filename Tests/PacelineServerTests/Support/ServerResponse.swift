import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import Testing

/// A response of the server.
struct ServerResponse: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The problem in the body.
    var problem: Problem {
        get throws { try PacelineJSON.decode(Problem.self, from: body) }
    }

    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try PacelineJSON.decode(type, from: body)
    }

    /// Expects a problem with the code and status.
    func expect(
        _ code: SocialError.Code, _ status: Int, field: String? = nil, _ comment: Testing.Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(self.status == status, comment, sourceLocation: sourceLocation)
        do {
            let problem = try problem
            #expect(problem.code == code, comment, sourceLocation: sourceLocation)
            if let field { #expect(problem.field == field, comment, sourceLocation: sourceLocation) }
        } catch {
            Issue.record("Not a problem: \(text.prefix(200))", sourceLocation: sourceLocation)
        }
    }

    /// Expects the headers that every response has, and any status but 500.
    func expectValid(for method: HTTPRequest.Method, _ sourceLocation: SourceLocation) {
        #expect(status != 500, sourceLocation: sourceLocation)
        #expect(headers[.xContentTypeOptions] == "nosniff", sourceLocation: sourceLocation)
        #expect(headers[.cacheControl]?.hasPrefix("private") == true, sourceLocation: sourceLocation)
        #expect(headers[.requestID] != nil, sourceLocation: sourceLocation)
        if status >= 400, method != .head {
            #expect(headers[.contentType] == MediaType.problem, sourceLocation: sourceLocation)
        }
        if status == 401 { #expect(headers[.wwwAuthenticate] != nil, sourceLocation: sourceLocation) }
    }
}

extension HTTPField.Name {
    static let requestID = Self("X-Request-Id")!
    static let idempotencyKey = Self("Idempotency-Key")!
    static let link = Self("Link")!
    static let rateLimit = Self("RateLimit")!
    static let rateLimitPolicy = Self("RateLimit-Policy")!
    static let status = Self("Paceline-Status")!
}
