import PacelineLocal
import Synchronization

/// Returns the same response to every request and records the requests.
final class RecordingTransport: Transport {
    private let response: Result<EncodedResponse, TransportFailure>
    private let recorded = Mutex<[OutgoingRequest]>([])

    init(_ response: Result<EncodedResponse, TransportFailure>) {
        self.response = response
    }

    var requests: [OutgoingRequest] { recorded.withLock { $0 } }
    var urls: [String] { requests.map(\.url) }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        recorded.withLock { $0.append(request) }
        return try response.get()
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        StreamedResponse(head: try await send(request), body: AsyncThrowingStream { $0.finish() })
    }
}
