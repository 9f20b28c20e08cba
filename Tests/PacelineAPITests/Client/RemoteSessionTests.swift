import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import Synchronization
import Testing

@Suite struct RemoteSessionTests {
    private let account = {
        var samples = Samples(seed: 1)
        return samples.account()
    }()

    private func session(_ transport: ScriptedTransport, retry: RetryPolicy = .immediate) -> RemoteSession {
        RemoteServer(url: URL(string: "http://social.example:8080/")!, transport: transport, retry: retry)
            .session(token: "secret")
    }

    private func tally() throws -> ScriptedTransport.Step {
        .response(try API.giveKudos.response(Tally(count: 1, mine: true)))
    }

    private func problem(_ error: SocialError) throws -> ScriptedTransport.Step {
        .response(try Problem.response(error))
    }

    @Test func `a call sends one request with the token`() async throws {
        let transport = ScriptedTransport(.response(try API.me.response(account)))
        #expect(try await session(transport).me() == account)
        let request = try #require(transport.requests.first)
        #expect(request.url == "http://social.example:8080/v1/me")
        #expect(request.method == .get)
        #expect(request.headers["Authorization"] == "Bearer secret")
        #expect(request.headers["Idempotency-Key"] == nil)
    }

    @Test func `an edit sends If-Match`() async throws {
        let transport = ScriptedTransport(.response(try API.updateMe.response(account)))
        _ = try await session(transport).update(AccountChanges(bio: "x"), ifMatch: Version(number: 7))
        #expect(transport.requests.first?.headers["If-Match"] == "\"7\"")
        #expect(transport.requests.first?.headers["Content-Type"] == "application/json")
        #expect(transport.requests.first?.body == Array(#"{"bio":"x"}"#.utf8))
    }

    @Test func `a lost connection is retried twice at most`() async throws {
        let lucky = ScriptedTransport(.failure(.unreachable), .failure(.unreachable), try tally())
        #expect(try await session(lucky).giveKudos(to: FeedItem.ID(UUID()), big: true).mine)
        #expect(lucky.requests.count == 3)

        let unlucky = ScriptedTransport(
            .failure(.unreachable), .failure(.unreachable), .failure(.unreachable), try tally())
        let error = await #expect(throws: SocialError.self) { try await session(unlucky).me() }
        #expect(error?.code == .unavailable)
        #expect(
            error?.message == "Cannot reach http://social.example:8080. Check the address and the connection."
        )
        #expect(unlucky.requests.count == 3)
    }

    @Test func `a retry reuses the idempotency key, a new call does not`() async throws {
        var samples = Samples(seed: 2)
        let response = try API.addComment.response(samples.comment())
        let transport = ScriptedTransport(.failure(.unreachable), .response(response), .response(response))
        let session = session(transport)
        let item = FeedItem.ID(UUID())
        _ = try await session.comment(CommentDraft(text: "a"), on: item)
        _ = try await session.comment(CommentDraft(text: "a"), on: item)
        let keys = transport.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 3)
        #expect(keys[0] != nil && keys[0] == keys[1] && keys[1] != keys[2])
    }

    @Test func `requests that are not idempotent are not retried`() async throws {
        let signUp = ScriptedTransport(.failure(.unreachable))
        await #expect(throws: SocialError.self) {
            try await RemoteServer(
                url: URL(string: "http://social.example")!, transport: signUp, retry: .immediate
            ).signIn(with: .password(username: "ana", password: "p"))
        }
        #expect(signUp.requests.count == 1)

        let edit = ScriptedTransport(.failure(.unreachable))
        await #expect(throws: SocialError.self) {
            try await session(edit).edit(Comment.ID(UUID()), text: "a", ifMatch: Version(number: 1))
        }
        #expect(edit.requests.count == 1)
    }

    @Test func `a 503 with a short Retry-After is retried`() async throws {
        let transport = ScriptedTransport(
            try problem(SocialError(.unavailable, "Busy.", retryAfter: 1)), try tally())
        let naps = Naps()
        _ = try await session(transport, retry: naps.policy).giveKudos(to: FeedItem.ID(UUID()), big: false)
        #expect(naps.all.count == 1)
        #expect(naps.all.allSatisfy { $0 >= .seconds(1) && $0 < .seconds(2) })
    }

    @Test(arguments: [nil, 3] as [Int?])
    func `any other 503 is reported`(retryAfter: Int?) async throws {
        let busy = SocialError(.unavailable, "Busy.", retryAfter: retryAfter)
        let transport = ScriptedTransport(try problem(busy))
        await #expect(throws: busy) { try await session(transport).me() }
        #expect(transport.requests.count == 1)
    }

    @Test func `pauses grow, with jitter`() async throws {
        let transport = ScriptedTransport(
            .failure(.unreachable), .failure(.unreachable), .failure(.unreachable))
        let naps = Naps()
        await #expect(throws: SocialError.self) { try await session(transport, retry: naps.policy).me() }
        #expect(naps.all.count == 2)
        #expect((.milliseconds(50)...(.milliseconds(150))).contains(naps.all[0]))
        #expect((.milliseconds(100)...(.milliseconds(300))).contains(naps.all[1]))
    }

    @Test func `a problem becomes the server's error`() async throws {
        let taken = SocialError(.usernameTaken, "“ana” is taken.", field: "username")
        let transport = ScriptedTransport(try problem(taken))
        await #expect(throws: taken) { try await session(transport).setUsername("ana") }
    }

    @Test(arguments: [
        (502, "<html>Bad gateway</html>"), (404, ""), (301, "{}"), (200, "<html>"), (200, "{}"),
    ])
    func `a response from another server is reported`(status: Int, body: String) async throws {
        let transport = ScriptedTransport(.response(EncodedResponse(status: status, body: Array(body.utf8))))
        let error = await #expect(throws: SocialError.self) { try await session(transport).me() }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("http://social.example:8080") == true)
    }

    @Test func `a timeout is reported as a timeout`() async throws {
        let error = await #expect(throws: SocialError.self) {
            try await session(ScriptedTransport(.failure(.timedOut))).me()
        }
        #expect(error?.code == .timeout)
    }

    @Test func `cancellation ends the wait`() async throws {
        let transport = ScriptedTransport(.failure(.unreachable), .failure(.unreachable))
        let policy = RetryPolicy(sleep: { _ in throw CancellationError() })
        await #expect(throws: CancellationError.self) { try await session(transport, retry: policy).me() }
        #expect(transport.requests.count == 1)
    }

    @Test func `the status of a follow selects the person or the request`() async throws {
        var samples = Samples(seed: 3)
        let request = samples.request(.pending)
        let transport = ScriptedTransport(.response(try API.follow.response(.requested(request))))
        #expect(
            try await session(transport).follow(.username("bor"), notifications: nil) == .requested(request))
        #expect(transport.requests.first?.url.hasSuffix("/v1/following/@bor") == true)
    }

    @Test func `the status header distinguishes updated from unchanged`() async throws {
        var samples = Samples(seed: 4)
        let published = PublishedWorkout(workout: samples.workout(), status: .unchanged)
        let transport = ScriptedTransport(.response(try API.publishWorkout.response(published)))
        let result = try await session(transport).publish(samples.draft(), as: samples.id(), ifMatch: nil)
        #expect(result == published)
    }

    @Test func `without a server, the error suggests what to check`() async throws {
        let server = RemoteServer(url: URL(string: "http://127.0.0.1:9")!, retry: .immediate)
        let error = await #expect(throws: SocialError.self) { try await server.health() }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "Cannot reach http://127.0.0.1:9. Check the address and the connection.")
    }
}

/// Records the pauses instead of sleeping.
private final class Naps: Sendable {
    private let naps = Mutex<[Duration]>([])
    var all: [Duration] { naps.withLock(\.self) }
    var policy: RetryPolicy { RetryPolicy(sleep: { [self] nap in naps.withLock { $0.append(nap) } }) }
}

extension RetryPolicy {
    fileprivate static var immediate: RetryPolicy { RetryPolicy(sleep: { _ in }) }
}
