import Foundation
import PacelineAPI
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Waits for the whole response of one request, or for the end of the task that waits.
///
/// On Linux, `URLSession.data(for:)` sometimes never returns if its task is cancelled while the request begins.
final class SingleResponse: Sendable {
    private typealias Waiter = CheckedContinuation<(Data, URLResponse), any Error>

    private struct State {
        var waiter: Waiter?
        var task: URLSessionDataTask?
    }

    private let state = Mutex(State())

    /// Sends the request.
    /// - Throws: `URLError`, or `CancellationError` as soon as the task is cancelled.
    func receive(_ request: URLRequest, from session: URLSession) async throws -> (Data, URLResponse) {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let task = session.dataTask(with: request) { [self] data, response, error in
                    if let data, let response {
                        end(with: .success((data, response)))
                    } else {
                        end(with: .failure(error ?? URLError(.unknown)))
                    }
                }
                state.withLock { $0 = State(waiter: waiter, task: task) }
                if Task.isCancelled { return cancel() }
                task.resume()
            }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        let task = state.withLock { $0.task }
        end(with: .failure(CancellationError()))
        task?.cancel()
    }

    private func end(with result: Result<(Data, URLResponse), any Error>) {
        let waiter = state.withLock { state in
            defer { state = State() }
            return state.waiter
        }
        waiter?.resume(with: result)
    }
}
