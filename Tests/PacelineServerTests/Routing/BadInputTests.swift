import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import Testing

@Suite("Invalid input") struct BadInputTests {
    @Test(
        "Invalid JSON is malformed",
        arguments: [
            "", "{", "{\"displayName\":", "nonsense", "[]", "null", "\"text\"", "{\"displayName\":\"a\"}}",
            "{\"displayName\":\"a\",\"displayName\":\"b\"}", "{'displayName':'a'}", "{\"displayName\":NaN}",
            "{\"displayName\":\"\\ud800\"}", String(repeating: "[", count: 100_000),
        ])
    func brokenJSON(text: String) async throws {
        try await Self.expectRejected(Array(text.utf8), .malformed, 400)
    }

    @Test("A wrong type or unknown field is malformed, with the field's name")
    func wrongFields() async throws {
        try await Self.expectRejected(
            Array(#"{"displayName":5}"#.utf8), .malformed, 400, field: "displayName")
        try await Self.expectRejected(
            Array(#"{"displayName":null}"#.utf8), .malformed, 400, field: "displayName")
        try await Self.expectRejected(
            Array(#"{"isVerified":true}"#.utf8), .malformed, 400, field: "isVerified")
    }

    @Test("Invalid UTF-8 is malformed")
    func badUTF8() async throws {
        try await Self.expectRejected(#"{"bio":""#.utf8 + [0xFF, 0xFE] + #""}"#.utf8, .malformed, 400)
    }

    @Test(
        "Other content types are not supported",
        arguments: [
            "text/plain", "application/xml", "", "image/png", "application/json; charset=utf-16",
            #"application/json;a=b; Charset="ISO-8859-1""#,
        ])
    func mediaTypes(type: String) async throws {
        try await Self.expectRejected(
            Array(#"{"bio":"No"}"#.utf8), .unsupportedMediaType, 415, headers: [.contentType: type])
    }

    @Test("Compressed bodies are not supported", arguments: ["gzip", "deflate, gzip", "br"])
    func compressedBodies(coding: String) async throws {
        try await Self.expectRejected(
            Array(#"{"bio":"No"}"#.utf8), .unsupportedMediaType, 415, headers: [.contentEncoding: coding])
    }

    @Test("A body that is too large is rejected, unread if Content-Length says so")
    func hugeBodies() async throws {
        let huge = #"{"bio":""#.utf8 + [UInt8](repeating: 65, count: 1 << 20) + #""}"#.utf8
        try await Self.expectRejected(huge, .tooLarge, 413)
        try await Self.expectRejected(huge, .tooLarge, 413, headers: [.contentLength: String(huge.count)])
    }

    /// The schema counts Unicode scalars, of which a character may have several, and so admits longer texts.
    @Test(
        "A text that is too long is rejected with the length in force, however long it is", arguments: [1, 8])
    func longTexts(times: Int) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let workout = try await ana.publish()
            let texts: [(HTTPRequest.Method, String, field: String, limit: Int)] = [
                (.patch, "/v1/me", "displayName", 50), (.patch, "/v1/me", "bio", 500),
                (.post, "/v1/items/\(workout.id)/comments", "text", 500), (.post, "/v1/groups", "title", 50),
            ]
            for (method, path, field, limit) in texts {
                let text = String(repeating: "a", count: limit * times + 1)
                let response = try await community.send(
                    method, path, token: ana.token, json: "{\"\(field)\":\"\(text)\"}")
                response.expect(.invalidValue, 422, field: field)
                let detail = try response.problem.detail
                #expect(detail.contains(" \(limit) characters"), "\(path): \(detail)")
            }
        }
    }

    @Test("A picture can have 15 MB, not a byte more")
    func pictures() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let largest = Pictures.picture(byteCount: StoredImage.maxByteCount)
            let taken = try await community.send(
                .put, "/v1/me/avatar", token: ana.token, [.contentType: "image/webp"], body: largest)
            #expect(taken.status == 200)
            try await community.send(
                .put, "/v1/me/header", token: ana.token, [.contentType: "image/webp"], body: largest + [0]
            ).expect(.tooLarge, 413)
            try await community.send(
                .put, "/v1/me/header", token: ana.token, [.contentType: "image/webp"], body: [1, 2, 3]
            ).expect(.unsupportedMediaType, 415)
            #expect(try await ana.session.me().headerURL == nil)
        }
    }

    @Test(
        "An invalid query is rejected with the parameter's name",
        arguments: [
            ("limit=x", SocialError.Code.malformed, 400, "limit"), ("limit=0", .invalidValue, 422, "limit"),
            ("limit=101", .invalidValue, 422, "limit"), ("limit=2&limit=3", .malformed, 400, "limit"),
            ("nothing=1", .unknownParameter, 400, "nothing"), ("cursor=", .invalidCursor, 400, "cursor"),
            ("cursor=abc", .invalidCursor, 400, "cursor"), ("from=yesterday", .malformed, 400, "from"),
            ("window=wide", .invalidValue, 422, "window"), ("person=a b", .malformed, 400, "person"),
            ("type=%00", .malformed, 400, "type"),
        ])
    func queries(query: String, code: SocialError.Code, status: Int, field: String) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let response = try await community.send(.get, "/v1/feed?\(query)", token: ana.token)
            response.expect(code, status, field: field)
        }
    }

    @Test(
        "An invalid address is malformed",
        arguments: [
            "/v1/usernames/%FF", "/v1/usernames/%C0%80", "/v1/usernames/%zz", "/v1/usernames/%",
            "/v1/usernames/%ED%A0%80", "/v1/feed?window=%FF", "/v1/feed?%FF=1", "/v1/people/%00",
            "/v1/workouts/not-an-id", "/v1/people/nobody",
        ])
    func addresses(uri: String) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            try await community.send(.get, uri, token: ana.token).expect(.malformed, 400)
        }
    }

    @Test("Percent-encoded addresses are decoded")
    func encodedAddresses() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            for uri in ["/v1/people/%40ana", "/v1/people/@ana", "/v1/people/m%65"] {
                let person = try await community.send(.get, uri, token: ana.token).decoded(as: Person.self)
                #expect(person.id == ana.id)
            }
            let found = try await community.send(.get, "/v1/people?query=a%6E+a", token: ana.token)
            #expect(found.status == 200)
        }
    }

    @Test("The body of a GET is ignored")
    func bodyOfGET() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let response = try await community.send(.get, "/v1/me", token: ana.token, json: "nonsense")
            #expect(response.status == 200)
        }
    }

    /// Sends an account update, which must be rejected without changes.
    private static func expectRejected(
        _ body: [UInt8], _ code: SocialError.Code, _ status: Int, field: String? = nil,
        headers: HTTPFields = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let before = try await ana.session.me()
            let response = try await community.send(
                .patch, "/v1/me", token: ana.token, headers, body: body, sourceLocation: sourceLocation)
            response.expect(code, status, field: field, sourceLocation: sourceLocation)
            #expect(try await ana.session.me() == before, sourceLocation: sourceLocation)
        }
    }
}
