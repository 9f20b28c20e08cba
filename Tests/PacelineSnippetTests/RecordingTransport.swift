import PacelineLocal
import Synchronization

/// Gives every request the same answer, and remembers what was asked.
final class RecordingTransport: Transport {
    private let answer: Result<Reply, TransportFailure>
    private let asked = Mutex<[OutgoingRequest]>([])

    init(_ answer: Result<Reply, TransportFailure>) {
        self.answer = answer
    }

    var requests: [OutgoingRequest] { asked.withLock { $0 } }
    var urls: [String] { requests.map(\.url) }

    func send(_ request: OutgoingRequest) async throws -> Reply {
        asked.withLock { $0.append(request) }
        return try answer.get()
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedReply {
        StreamedReply(head: try await send(request), body: AsyncThrowingStream { $0.finish() })
    }
}
