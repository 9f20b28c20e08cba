import PacelineClient
import Synchronization

/// A connection to a real server that loses requests and answers, or holds answers back, as the test says.
final class UnsteadyTransport: Transport {
    enum Fault: Sendable, CaseIterable {
        /// The server does not get the request.
        case lostRequest
        /// The server performs the request, and its answer is lost.
        case lostAnswer
    }

    private struct State {
        var fault: @Sendable (OutgoingRequest) -> Fault? = { _ in nil }
        var holds: @Sendable (OutgoingRequest) -> Bool = { _ in false }
        var held: [AsyncStream<Void>.Continuation] = []
    }

    private let base = URLSessionTransport()
    private let state = Mutex(State())
    private let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)

    /// Decides for each request what goes wrong.
    func fails(_ fault: @escaping @Sendable (OutgoingRequest) -> Fault?) {
        state.withLock { $0.fault = fault }
    }

    /// Holds the answers to these requests, until ``release()``.
    func holds(_ isHeld: @escaping @Sendable (OutgoingRequest) -> Bool) {
        state.withLock { $0.holds = isHeld }
    }

    /// Waits until an answer is held.
    func waitForHeldAnswer() async { for await _ in arrivals { break } }

    /// Delivers all held answers.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for answer in held { answer.finish() }
    }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        let (fault, isHeld) = state.withLock { ($0.fault(request), $0.holds(request)) }
        if fault == .lostRequest { throw TransportFailure.unreachable }
        let response = try await base.send(request)
        if isHeld { await hold() }
        if fault == .lostAnswer { throw TransportFailure.timedOut }
        return response
    }

    private func hold() async {
        let (releases, release) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.held.append(release) }
        arrival.yield()
        for await _ in releases {}
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        try await base.stream(request)
    }
}
