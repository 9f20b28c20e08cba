import Foundation
import PacelineAPI
import PacelineReplica
import Synchronization
import Testing

@testable import PacelineLocal

@Suite("The pauses of the live stream", .timeLimit(.minutes(1)))
struct DoorbellPauseTests {
    /// A server that refuses each stream, and a clock that jumps over the pauses.
    private final class Refusals: Transport {
        private let responses: [EncodedResponse]
        private let state = Mutex((now: Int64(0), requests: [Int64]()))

        init(_ responses: [EncodedResponse]) { self.responses = responses }

        var now: Int64 { state.withLock { $0.now } }
        /// The times of the requests, in milliseconds.
        var requests: [Int64] { state.withLock { $0.requests } }
        func sleep(_ milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

        func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
            throw TransportFailure.unreachable
        }

        func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
            let count = state.withLock { state in
                state.requests.append(state.now)
                return state.requests.count
            }
            let response = responses[min(count, responses.count) - 1]
            return StreamedResponse(whole: response)
        }
    }

    private func problem(_ code: SocialError.Code, retryAfter: Int? = nil) throws -> EncodedResponse {
        try Problem.response(SocialError(code, "Not now.", retryAfter: retryAfter))
    }

    @Test("last as long as the server asks, even if a person refreshes; a refresh ends other pauses")
    func retryAfter() async throws {
        let proxy = EncodedResponse(
            status: 503, contentType: "text/plain", headers: ["Retry-After": "60"], body: Array("Busy".utf8))
        let server = Refusals([
            try problem(.busy, retryAfter: 900), try problem(.rateLimited, retryAfter: 30), proxy,
            try problem(.internalError), try problem(.unauthenticated),
        ])
        let cancelled = Mutex<[Bool]>([])
        let doorbells = Mutex<Doorbell?>(nil)
        let doorbell = Doorbell(
            server: ReplicaServer(
                url: InProcessServer.url, token: "a", of: Person.ID(UUID()), transport: server,
                clock: ServerClock { Date() })
        ) {
            server.now
        } sleep: { pause in
            await doorbells.withLock { $0 }?.retry()
            cancelled.withLock { $0.append(Task.isCancelled) }
            server.sleep(pause)
        }
        doorbells.withLock { $0 = doorbell }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        await doorbell.listen { signal in if case .closed = signal { end.yield() } }
        var closed = 0
        for await _ in ends {
            closed += 1
            if closed == 5 { break }
        }
        await doorbell.stop()
        let times = server.requests
        #expect(times.count == 5, "it gives up when the session has ended")
        #expect(times[1] == 900_000)
        #expect(times[2] == 930_000)
        #expect(times[3] == times[2] + 60_000)
        #expect((0...16_000).contains(times[4] - times[3]), "the fourth failure in a row")
        #expect(cancelled.withLock { $0 } == [false, false, false, true])
    }
}
