import Paceline
import PacelineAPI
import Testing

@Suite struct AllEndpointsTests {
    @Test func `operation ids are unique`() {
        let ids = AllEndpoints.all.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `no two endpoints share method and path`() {
        let addresses = AllEndpoints.all.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(addresses).count == addresses.count)
    }

    @Test(arguments: AllEndpoints.all)
    func `the path has exactly the described parameters`(endpoint: any AnyEndpoint) {
        #expect(endpoint.path.parameterNames == endpoint.pathParameters.map(\.name))
        #expect(endpoint.pathParameters.allSatisfy { $0.isRequired })
        let names = endpoint.queryParameters.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: AllEndpoints.all)
    func `its errors have a status and include those implied by its parameters and body`(
        endpoint: any AnyEndpoint
    ) {
        #expect(endpoint.errors.allSatisfy { code in ProblemKind.all.contains { $0.code == code } })
        #expect(endpoint.errors.contains(.unauthenticated) == (endpoint.access != .anyone))
        #expect(endpoint.errors.contains(.usernameRequired) == (endpoint.access == .member))
        #expect(endpoint.errors.contains(.preconditionFailed) == endpoint.headers.contains(.ifMatch))
    }

    @Test func `editing takes If-Match, creating by POST takes an idempotency key`() {
        #expect(
            ids(with: .ifMatch) == [
                "updateMe", "publishWorkout", "editWorkout", "editComment", "decideWorkout",
            ])
        #expect(
            ids(with: .idempotencyKey) == [
                "linkIdentity", "addPasskey", "resetFriendCode", "sendRequest", "redeem", "refund",
                "addComment",
                "createGroup", "createTournament", "fulfilRedemption", "refundRedemption",
                "createGlobalTournament",
            ])
    }

    @Test func `decisions need a version, redemptions an idempotency key`() {
        #expect(AllEndpoints.all.filter { $0.headers.required == .ifMatch }.map(\.id) == ["decideWorkout"])
        #expect(AllEndpoints.all.filter { $0.headers.required == .idempotencyKey }.map(\.id) == ["redeem"])
    }

    @Test func `what rejects, blocks or mutes a person is private`() {
        #expect(
            AllEndpoints.all.filter(\.isPrivate).map(\.id) == [
                "rejectRequest", "block", "unblock", "mute", "unmute", "removeGroupInvitation",
            ])
    }

    private func ids(with header: ConditionalHeaders) -> [String] {
        AllEndpoints.all.filter { $0.headers.contains(header) }.map(\.id)
    }
}

@Suite struct AcceptedMediaTests {
    @Test(arguments: [
        (nil, "a/x"), ("*/*", "a/x"), ("b/y", "b/y"), ("B/Y", "b/y"), ("c/z", "c/z"), ("c/*", "c/z"),
        ("a/x;q=0.5, b/y", "b/y"), ("a/x;q=0.5,b/y;q=0.4", "a/x"), ("b/y;level=1;q=0.9, */*;q=0.1", "b/y"),
        ("a/x;q=0, */*", "b/y"), ("text/html", "a/x"), ("", "a/x"), (";;,=,q=1", "a/x"),
        ("a/x;q=nonsense, b/y;q=0.9", "a/x"), ("*/*;q=0", "a/x"),
    ])
    func `the preferred media type is selected`(header: String?, expected: String) {
        #expect(AcceptedMedia(header).best(of: ["a/x", "b/y", "c/z"]) == expected)
    }
}
