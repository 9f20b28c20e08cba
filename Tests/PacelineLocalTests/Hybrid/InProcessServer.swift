import Foundation
import PacelineAPI
import PacelineLocal
import Synchronization

/// A server in this process: a local community behind the endpoints of the API, whose network a test controls.
final class InProcessServer: Transport {
    enum Network: Sendable {
        case works
        /// No request arrives.
        case isGone
        /// The server performs requests, and its answers are lost.
        case losesAnswers
        /// The network answers in place of the server, as where a hotel asks to sign in.
        case answersItself(EncodedResponse)

        fileprivate var works: Bool { if case .works = self { true } else { false } }
    }

    static let url = URL(string: "https://social.example")!
    private struct State {
        var community: LocalCommunity
        var network = Network.works
        var refusal: @Sendable (OutgoingRequest) -> SocialError? = { _ in nil }
        var requests: [String] = []
        var streams: [AsyncThrowingStream<[UInt8], any Error>.Continuation] = []
        /// Tells a test about each stream that opens.
        var opened: AsyncStream<String>.Continuation?
    }

    private let state: Mutex<State>

    init(_ community: LocalCommunity) { state = Mutex(State(community: community)) }

    var community: LocalCommunity {
        get { state.withLock { $0.community } }
        set { state.withLock { $0.community = newValue } }
    }

    var network: Network {
        get { state.withLock { $0.network } }
        set {
            state.withLock { $0.network = newValue }
            if !newValue.works { cutStreams() }
        }
    }

    /// The errors with which the server refuses requests, without performing them. Nil lets a request through.
    var refusal: @Sendable (OutgoingRequest) -> SocialError? {
        get { state.withLock { $0.refusal } }
        set { state.withLock { $0.refusal = newValue } }
    }

    /// Ends all streams, as when the server restarts.
    func cutStreams() {
        let streams = state.withLock { state in
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.finish(throwing: TransportFailure.unreachable) }
    }

    /// The targets of the streams that open from now on.
    func openedStreams() -> AsyncStream<String> {
        let (targets, opened) = AsyncStream.makeStream(of: String.self)
        state.withLock { $0.opened = opened }
        return targets
    }

    /// The requests that arrived since this was last asked, such as `GET /v1/me`.
    func arrivals() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        switch network {
        case .isGone: throw TransportFailure.unreachable
        case .answersItself(let response): return response
        case .works, .losesAnswers: break
        }
        let target = request.url.dropFirst(Self.url.absoluteString.count)
        state.withLock { $0.requests.append("\(request.method.rawValue) \(target)") }
        let response =
            if let error = refusal(request) { try Problem.response(error) } else {
                try await CommunityTransport(community).send(request)
            }
        guard network.works else { throw TransportFailure.unreachable }
        return response
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        if case .answersItself(let response) = network { return StreamedResponse(whole: response) }
        guard network.works else { throw TransportFailure.unreachable }
        let target = String(request.url.dropFirst(Self.url.absoluteString.count))
        let response = try await CommunityTransport(community).stream(request)
        guard response.head.status == 200 else { return response }
        let (body, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let sending = Task {
            do {
                for try await chunk in response.body { chunks.yield(chunk) }
                chunks.finish()
            } catch {
                chunks.finish(throwing: error)
            }
        }
        chunks.onTermination = { _ in sending.cancel() }
        let opened = state.withLock { state in
            state.streams.append(chunks)
            return state.opened
        }
        opened?.yield(target)
        return StreamedResponse(head: response.head, body: body)
    }
}

extension StreamedResponse {
    /// A stream that ends after the body of the response.
    init(whole response: EncodedResponse) {
        let (body, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        chunks.yield(response.body)
        chunks.finish()
        var head = response
        head.body = []
        self.init(head: head, body: body)
    }
}
