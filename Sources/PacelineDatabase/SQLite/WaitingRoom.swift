import Synchronization

/// Where calls wait, in the order in which they came, for one of a few workers.
///
/// A worker is a thread that has a connection. The room knows which are at work; who enters a call is told when it
/// is time to set another one to work.
final class WaitingRoom: Sendable {
    private struct State {
        /// Those who came last, in order.
        var arriving: [any WaitingCall] = []
        /// Those whose turn is next, the first of them at the end, where taking it is cheap.
        var leaving: [any WaitingCall] = []
        /// Those not at work, the first to be called at the end: one that has just worked has its pages at hand.
        var idleWorkers: [Int]
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

    private let workerCount: Int
    private let state: Mutex<State>

    /// - Parameter workers: how many may be at work at once.
    init(workers: Int) {
        workerCount = workers
        state = Mutex(State(idleWorkers: (0..<workers).reversed()))
    }

    /// Lets a call wait.
    ///
    /// - Returns: the worker that must be set to work, if any must.
    func enter(_ call: any WaitingCall) -> Int? {
        let (isClosed, worker) = state.withLock { state -> (Bool, Int?) in
            if state.isClosed { return (true, nil) }
            state.arriving.append(call)
            return (false, state.idleWorkers.popLast())
        }
        if isClosed { call.fail(DatabaseError.closed) }
        return worker
    }

    /// The call that the worker does next. When there is none, the worker is dismissed and must not ask again.
    func takeNext(for worker: Int) -> (any WaitingCall)? {
        takeNext(atMost: 1, for: worker).first
    }

    /// The calls that the worker does next. When there are none, the worker is dismissed and must not ask again.
    func takeNext(atMost count: Int, for worker: Int) -> [any WaitingCall] {
        let (calls, idle) = state.withLock { state in
            var calls: [any WaitingCall] = []
            while calls.count < count, let call = state.takeFirst() { calls.append(call) }
            if calls.isEmpty { state.idleWorkers.append(worker) }
            guard state.idleWorkers.count == workerCount else {
                return (calls, [CheckedContinuation<Void, Never>]())
            }
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
                let isIdle = state.idleWorkers.count == workerCount
                if !isIdle { state.whenIdle.append(continuation) }
                return isIdle
            }
            if isIdle { continuation.resume() }
        }
    }
}
