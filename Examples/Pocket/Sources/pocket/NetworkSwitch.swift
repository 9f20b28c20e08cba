import PacelineLocal
import Synchronization

/// The network, with a switch: airplane mode for this app.
nonisolated final class NetworkSwitch: Transport {
    private let network = URLSessionTransport()
    private let state: Mutex<Bool>

    init(isOffline: Bool) { state = Mutex(isOffline) }

    var isOffline: Bool { state.withLock { $0 } }

    func toggle() { state.withLock { $0.toggle() } }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        guard !isOffline else { throw TransportFailure.unreachable }
        return try await network.send(request)
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        guard !isOffline else { throw TransportFailure.unreachable }
        return try await network.stream(request)
    }
}
