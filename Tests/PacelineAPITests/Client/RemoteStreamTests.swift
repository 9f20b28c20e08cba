import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import Testing

@Suite("Remote streams") struct RemoteStreamTests {
    private func event(_ sequence: Int64, _ content: LiveEvent.Content = .account) -> LiveEvent {
        LiveEvent(position: LogPosition(transaction: 0, sequence: sequence), content: content)
    }

    /// Collects all events until the stream fails, and its error.
    private func collect(
        _ transport: ScriptedStreams, after position: LogPosition? = nil,
        retry: RetryPolicy = RetryPolicy(sleep: { _ in })
    ) async -> (events: [LiveEvent], failure: SocialError?) {
        let server = RemoteServer(
            url: URL(string: "http://social.example")!, transport: transport, retry: retry)
        var events: [LiveEvent] = []
        do {
            for try await event in server.session(token: "t").events(after: position, watching: []) {
                events.append(event)
            }
        } catch {
            return (events, error as? SocialError)
        }
        return (events, nil)
    }

    private func problem(_ error: SocialError) throws -> ScriptedStreams.Step {
        .response(try Problem.response(error))
    }

    @Test("It resumes after the last event, whether the connection ended or was lost")
    func resumes() async throws {
        let transport = ScriptedStreams(
            .stream([event(5, .upToDate), event(6)]), .stream([event(7), event(8, .upToDate)], breaks: true),
            .failure(.unreachable), .failure(.timedOut), .stream([event(9)]),
            try problem(SocialError(.unauthenticated, "Sign in.")))
        let (events, failure) = await collect(transport, after: LogPosition(transaction: 0, sequence: 4))
        #expect(events.map(\.position.sequence) == [5, 6, 7, 8, 9])
        #expect(transport.positions == ["0-4", "0-6", "0-8", "0-8", "0-8", "0-9"])
        #expect(failure?.code == .unauthenticated)
        #expect(transport.requests.first?.headers["Accept"] == "text/event-stream")
    }

    @Test("Events delivered before a reconnect are not repeated")
    func notTwice() async throws {
        let transport = ScriptedStreams(
            .stream([event(1), event(2)]), .stream([event(1), event(2), event(3)]),
            try problem(SocialError(.unauthenticated, "Sign in.")))
        #expect(await collect(transport).events.map(\.position.sequence) == [1, 2, 3])
    }

    @Test("After a reset, all events are new")
    func reset() async throws {
        let transport = ScriptedStreams(
            .stream([event(900)]), .stream([event(3, .reset), event(4)]), .stream([event(5)]),
            try problem(SocialError(.unauthenticated, "Sign in.")))
        #expect(await collect(transport).events.map(\.position.sequence) == [900, 3, 4, 5])
        #expect(transport.positions == [nil, "0-900", "0-4", "0-5"])
    }

    @Test("An unreachable server is reported after a few attempts")
    func neverBegins() async {
        let transport = ScriptedStreams(
            .failure(.unreachable), .failure(.unreachable), .failure(.unreachable), .stream([event(1)]))
        let (events, failure) = await collect(transport)
        #expect(events == [])
        #expect(failure?.code == .unavailable)
        #expect(transport.requests.count == 3)
    }

    @Test(
        "An error response ends the stream",
        arguments: [SocialError.Code.usernameRequired, .invalidValue, .malformed])
    func rejected(code: SocialError.Code) async throws {
        let transport = ScriptedStreams(.stream([event(1)]), try problem(SocialError(code, "No.")))
        #expect(await collect(transport).failure?.code == code)
        #expect(transport.requests.count == 2)
    }

    @Test("At the limit, a new stream fails and an existing one waits to reconnect")
    func limit() async throws {
        let full = try problem(SocialError(.limitReached, "Ten.", retryAfter: 15))
        #expect(await collect(ScriptedStreams(full)).failure?.code == .limitReached)
        let naps = Recorded()
        let transport = ScriptedStreams(.stream([event(1)]), full, .stream([event(2)]))
        let (events, _) = await collect(transport, retry: RetryPolicy(sleep: { naps.add($0) }))
        #expect(events.map(\.position.sequence) == [1, 2])
        #expect(naps.all.contains { $0 >= .seconds(15) })
    }

    @Test("Pauses grow up to about 30 seconds")
    func pauses() async throws {
        let naps = Recorded()
        let broken = (0..<12).map { _ in ScriptedStreams.Step.failure(.unreachable) }
        let transport = ScriptedStreams(steps: [.stream([event(1), event(2)])] + broken)
        _ = await collect(transport, retry: RetryPolicy(sleep: { naps.add($0) }))
        #expect(naps.all.count == 13)
        #expect(naps.all.first.map { $0 <= .milliseconds(150) } == true)
        #expect(naps.all.suffix(2).allSatisfy { $0 >= .seconds(15) && $0 <= .seconds(45) })
    }

    @Test("A response that is not a stream is an error")
    func noStream() async {
        let page = EncodedResponse(status: 200, contentType: "text/html", body: Array("<html>".utf8))
        let failure = await collect(ScriptedStreams(.response(page), .response(page), .response(page)))
            .failure
        #expect(failure?.message.contains("Is it a Paceline server") == true)
    }
}
