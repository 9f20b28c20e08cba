import Synchronization

/// Where calls wait, in the order in which they came, for one of a few workers.
///
/// A worker is a thread that has a connection. The room knows how many are at work; who enters a call is told when
/// it is time to set another one to work.
final class WaitingRoom: Sendable {
    private struct State {
        /// Those who came last, in order.
        var arriving: [any WaitingCall] = []
        /// Those whose turn is next, the first of them at the end, where taking it is cheap.
        var leaving: [any WaitingCall] = []
        var workers = 0
        var isClosed = false
        var whenIdle: [CheckedContinuation<Void, Never>] = []

        mutating func takeFirst() -> (any WaitingCall)? {
            if leaving.isEmpty {
                leaving = arriving.reversed()
                arriving.removeAll(keepingCapacity: true)
            }
            return leaving.popLast()
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter workers: how many may be at work at once.
    init(workers: Int) {
        limit = workers
    }

    /// Lets a call wait.
    ///
    /// - Returns: whether a worker must be set to work.
    func enter(_ call: any WaitingCall) -> Bool {
        let needsWorker: Bool? = state.withLock { state in
            if state.isClosed { return nil }
            state.arriving.append(call)
            guard state.workers < limit else { return false }
            state.workers += 1
            return true
        }
        if needsWorker == nil { call.fail(DatabaseError.closed) }
        return needsWorker ?? false
    }

    /// The calls that a worker does next. When there are none, the worker is done and must not ask again.
    func takeNext(atMost count: Int) -> [any WaitingCall] {
        let (calls, idle) = state.withLock { state in
            var calls: [any WaitingCall] = []
            while calls.count < count, let call = state.takeFirst() { calls.append(call) }
            if calls.isEmpty { state.workers -= 1 }
            guard state.workers == 0 else { return (calls, [CheckedContinuation<Void, Never>]()) }
            defer { state.whenIdle = [] }
            return (calls, state.whenIdle)
        }
        for continuation in idle { continuation.resume() }
        return calls
    }

    /// Lets calls that a worker took, and did not get to, wait again, before all others.
    func putBack(_ calls: some BidirectionalCollection<any WaitingCall>) {
        state.withLock { $0.leaving.append(contentsOf: calls.reversed()) }
    }

    /// Refuses whoever comes from now on, and returns when all who have come are gone.
    func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                if state.workers > 0 { state.whenIdle.append(continuation) }
                return state.workers == 0
            }
            if isIdle { continuation.resume() }
        }
    }
}
