import Paceline
import PacelineAPI
import PacelineClient
import Synchronization

/// A transport that returns scripted streams in order.
final class ScriptedStreams: Transport {
    enum Step: Sendable {
        /// The events before the connection ends or, with `breaks`, is lost.
        case stream([LiveEvent], breaks: Bool = false)
        case response(EncodedResponse)
        case failure(TransportFailure)
    }

    private let state: Mutex<(steps: [Step], requests: [OutgoingRequest])>

    convenience init(_ steps: Step...) {
        self.init(steps: steps)
    }

    init(steps: [Step]) {
        state = Mutex((steps, []))
    }

    var requests: [OutgoingRequest] { state.withLock { $0.requests } }
    var positions: [String?] { requests.map { $0.headers["Last-Event-ID"] } }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        throw TransportFailure.unreachable
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        let end = Step.response(try Problem.response(SocialError(.unauthenticated, "Sign in.")))
        let step = state.withLock { state in
            state.requests.append(request)
            return state.steps.isEmpty ? end : state.steps.removeFirst()
        }
        switch step {
        case .failure(let failure): throw failure
        case .response(let response): return Self.streamed(response, [response.body])
        case .stream(let events, let breaks):
            let bytes = try events.flatMap { try $0.serverSent().encoded }
            // Small chunks, to split lines and characters.
            let parts = stride(from: 0, to: bytes.count, by: 7).map {
                Array(bytes[$0..<min($0 + 7, bytes.count)])
            }
            let head = EncodedResponse(status: 200, contentType: ServerSentEvent.mediaType)
            return Self.streamed(head, parts, failure: breaks ? .unreachable : nil)
        }
    }

    private static func streamed(
        _ head: EncodedResponse, _ parts: [[UInt8]], failure: TransportFailure? = nil
    ) -> StreamedResponse {
        let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        for part in parts { continuation.yield(part) }
        continuation.finish(throwing: failure)
        var head = head
        head.body = []
        return StreamedResponse(head: head, body: body)
    }
}

/// Records the pauses instead of sleeping.
final class Recorded: Sendable {
    private let naps = Mutex<[Duration]>([])
    var all: [Duration] { naps.withLock(\.self) }
    func add(_ nap: Duration) { naps.withLock { $0.append(nap) } }
}
