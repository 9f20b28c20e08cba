import PacelineAPI
import PacelineClient
import Synchronization

/// A transport that returns scripted responses in order and records the requests.
final class ScriptedTransport: Transport {
    enum Step: Sendable {
        case response(EncodedResponse)
        case failure(TransportFailure)
    }

    private let state: Mutex<(steps: [Step], requests: [OutgoingRequest])>

    init(_ steps: Step...) {
        state = Mutex((steps, []))
    }

    var requests: [OutgoingRequest] { state.withLock { $0.requests } }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        let step = state.withLock { state in
            state.requests.append(request)
            return state.steps.isEmpty ? Step.failure(.timedOut) : state.steps.removeFirst()
        }
        switch step {
        case .response(let response): return response
        case .failure(let failure): throw failure
        }
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        throw TransportFailure.unreachable
    }
}
