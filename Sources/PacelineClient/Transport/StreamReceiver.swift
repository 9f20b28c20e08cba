import Foundation
import PacelineAPI
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Receives the response of one request from a `URLSession` as a stream.
final class StreamReceiver: NSObject, URLSessionDataDelegate {
    private let head = Mutex<CheckedContinuation<StreamedResponse, any Error>?>(nil)
    private let body: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let received: Mutex<AsyncThrowingStream<[UInt8], any Error>?>

    /// The maximum number of buffered chunks. If the reader falls further behind, the connection ends and the stream
    /// resumes later, so that memory stays bounded.
    private static let maximumBufferedChunks = 512

    override init() {
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
            bufferingPolicy: .bufferingOldest(Self.maximumBufferedChunks))
        body = continuation
        received = Mutex(stream)
        super.init()
    }

    /// Sends the request.
    /// - Returns: the response, as soon as its head has arrived.
    func begin(_ request: URLRequest, _ configuration: URLSessionConfiguration) async throws
        -> StreamedResponse
    {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        body.onTermination = { _ in session.invalidateAndCancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                head.withLock { $0 = continuation }
                if Task.isCancelled { return end(CancellationError()) }
                session.dataTask(with: request).resume()
            }
        } onCancel: {
            end(CancellationError())
        }
    }

    private func end(_ error: (any Error)?) {
        takeHead()?.resume(throwing: error ?? TransportFailure.unreachable)
        body.finish(throwing: error)
    }

    private func takeHead() -> CheckedContinuation<StreamedResponse, any Error>? {
        head.withLock { head in
            defer { head = nil }
            return head
        }
    }

    // MARK: - URLSessionDataDelegate

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        // From here only the reader holds the body, so that releasing it ends the connection.
        let body = received.withLock { received in
            defer { received = nil }
            return received
        }
        guard let body, let continuation = takeHead() else { return }
        continuation.resume(
            with: Result {
                StreamedResponse(head: try URLSessionTransport.response(Data(), response), body: body)
            })
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if case .dropped = body.yield(Array(data)) { end(TransportFailure.unreachable) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(error.map { ($0 as? URLError).map(URLSessionTransport.failure) ?? $0 })
        session.finishTasksAndInvalidate()
    }
}
