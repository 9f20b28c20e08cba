import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import Testing

@testable import PacelineServer

@Suite("Stream requests") struct LiveRequestTests {
    @Test(
        "An invalid Last-Event-ID is rejected",
        arguments: ["1", "0-", "a-b", "0-1-", "0-1-K", "0-1-2-3", "-1-1", "0-1,0-2"])
    func position(id: String) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let field = try #require(HTTPField.Name("Last-Event-ID"))
            try await community.send(.get, "/v1/stream", token: ana.token, [field: id]).expect(
                .malformed, 400)
            try await community.send(.get, "/v1/stream?after=\(id)", token: ana.token)
                .expect(.malformed, 400, field: "after")
        }
    }

    @Test("Items must be ids, up to a limit")
    func items() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            try await community.send(.get, "/v1/stream?items=1,2", token: ana.token)
                .expect(.malformed, 400, field: "items")
            let many = (0...LiveLimits.items).map { _ in UUID().uuidString.lowercased() }
            try await community.send(
                .get, "/v1/stream?items=\(many.joined(separator: ","))", token: ana.token
            )
            .expect(.invalidValue, 422, field: "items")
        }
    }

    @Test("HEAD does not open a stream")
    func head() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let response = try await community.send(.head, "/v1/stream", token: ana.token)
            #expect(response.status == 200)
            #expect(response.headers[.contentType] == "text/event-stream")
            #expect(await community.engine.live.count == 0)
        }
    }

    @Test("Other methods are not allowed")
    func otherMethods() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let response = try await community.send(.post, "/v1/stream", token: ana.token, json: "{}")
            response.expect(.methodNotAllowed, 405)
            #expect(response.headers[.allow] == "GET, HEAD")
        }
    }
}
