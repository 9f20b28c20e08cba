import Paceline
import PacelineAPI
import Testing

@Suite("Endpoints without HTTP") struct ResponseTests {
    private static func endpoint(_ id: String) throws -> any AnyEndpoint {
        try #require(AllEndpoints.all.first { $0.id == id })
    }

    /// The error code; nil if the call succeeds.
    private static func rejection(_ body: () async throws -> EncodedResponse) async throws -> SocialError
        .Code?
    {
        do {
            _ = try await body()
            return nil
        } catch let error as SocialError {
            return error.code
        }
    }

    @Test("An endpoint decodes a request, handles it and encodes the response")
    func memberEndpoint() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let response = try await Self.endpoint("createGroup").respond(
                to: EncodedRequest(
                    body: Array(#"{"title":"Rowers"}"#.utf8), contentType: "application/json; charset=utf-8"),
                as: ana.session)
            let group = try PacelineJSON.decode(LeaderboardGroup.self, from: response.body)
            #expect(response.status == 201)
            #expect(group.title == "Rowers")
            #expect(try await ana.session.group(group.id).title == "Rowers")

            let page = try await Self.endpoint("groups").respond(
                to: EncodedRequest(query: [(name: "limit", value: "1")]), as: ana.session)
            #expect(page.next == nil)
            let gone = try await Self.endpoint("deleteGroup").respond(
                to: EncodedRequest(path: ["id": group.id.description]), as: ana.session)
            #expect(gone == EncodedResponse(status: 204))
        }
    }

    @Test("A page has the next cursor, and a created resource its location")
    func pageAndLocation() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let draft = EncodedRequest(
                path: ["game": "wordle", "day": "2026-11-20"],
                body: Array(#"{"score":3,"isCompleted":true}"#.utf8),
                contentType: "application/json")
            let made = try await Self.endpoint("publishScore").respond(to: draft, as: ana.session)
            #expect(made.status == 201)
            let score = try PacelineJSON.decode(Score.self, from: made.body)
            #expect(made.header("Location") == "/v1/items/\(score.id)")
            let again = try await Self.endpoint("publishScore").respond(to: draft, as: ana.session)
            #expect(again.status == 200)
            #expect(again.header("Location") == nil)

            for title in ["One", "Two"] { _ = try await ana.session.createGroup(title: title) }
            let page = try await Self.endpoint("groups").respond(
                to: EncodedRequest(query: [(name: "limit", value: "1")]), as: ana.session)
            let next = try #require(page.next)
            let last = try await Self.endpoint("groups").respond(
                to: EncodedRequest(query: [(name: "limit", value: "1"), (name: "cursor", value: "\(next)")]),
                as: ana.session)
            #expect(last.next == nil)
        }
    }

    @Test("If-Match applies without HTTP")
    func ifMatch() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let version = try await ana.session.me().version
            var request = EncodedRequest(
                body: Array(#"{"bio":"Rower"}"#.utf8), contentType: "application/json")
            request.ifMatch = version.entityTag
            let updateMe = try Self.endpoint("updateMe")
            #expect(try await updateMe.respond(to: request, as: ana.session).status == 200)
            for tag in [version.entityTag, "*"] {
                request.ifMatch = tag
                let code = try await Self.rejection {
                    try await updateMe.respond(to: request, as: ana.session)
                }
                #expect(code == .preconditionFailed)
            }
        }
    }

    @Test("Only public endpoints work without a session")
    func accessDecides() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let free = try await Self.endpoint("usernameAvailability").respond(
                to: EncodedRequest(path: ["username": "ben"]), from: community.engine)
            #expect(free.status == 200)
            for endpoint in AllEndpoints.all {
                let isFree = endpoint.access == .anyone && !endpoint.isHandledByServer
                if !isFree {
                    let code = try await Self.rejection {
                        try await endpoint.respond(to: EncodedRequest(), from: community.engine)
                    }
                    #expect(code == .notFound, "\(endpoint.id)")
                }
                if isFree || endpoint.isHandledByServer || endpoint.role != nil {
                    let code = try await Self.rejection {
                        try await endpoint.respond(to: EncodedRequest(), as: ana.session)
                    }
                    #expect(code == .notFound, "\(endpoint.id)")
                }
                if endpoint.role == nil {
                    let code = try await Self.rejection {
                        try await endpoint.respond(to: EncodedRequest(), asStaff: ana.session)
                    }
                    #expect(code == .notFound, "\(endpoint.id)")
                }
            }
        }
    }
}
