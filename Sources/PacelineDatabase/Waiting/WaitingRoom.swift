import Synchronization

/// Where calls wait, in the order in which they came, for one of a few workers.
///
/// A worker is a thread that has a connection. The room knows which are at work; who enters a call is told when it
/// is time to set another one to work.
package final class WaitingRoom<Worker>: Sendable {
    package typealias Waiting = any WaitingCall<Worker>

    private struct State {
        /// Those who came last, in order.
        var arriving: [Waiting] = []
        /// Those whose turn is next, the first of them at the end, where taking it is cheap.
        var leaving: [Waiting] = []
        /// Those not at work, the first to be called at the end: one that has just worked has its pages at hand.
        var idleWorkers: [Int]
        var isClosed = false
        var whenIdle: [CheckedContinuation<Void, Never>] = []

        var count: Int { arriving.count + leaving.count }

        mutating func takeFirst() -> Waiting? {
            if leaving.isEmpty {
                leaving = arriving.reversed()
                arriving.removeAll(keepingCapacity: true)
            }
            return leaving.popLast()
        }

        /// - Returns: those who wait for all workers to be idle, once they are.
        mutating func dismiss(_ worker: Int, of count: Int) -> [CheckedContinuation<Void, Never>] {
            idleWorkers.append(worker)
            guard idleWorkers.count == count else { return [] }
            defer { whenIdle = [] }
            return whenIdle
        }
    }

    private let workerCount: Int
    private let capacity: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - workers: how many may be at work at once.
    ///   - capacity: how many calls may wait; who comes then is told that the database is busy.
    package init(workers: Int, capacity: Int = .max) {
        workerCount = workers
        self.capacity = capacity
        state = Mutex(State(idleWorkers: (0..<workers).reversed()))
    }

    /// How many calls wait.
    package var count: Int { state.withLock { $0.count } }

    /// Lets a call wait.
    ///
    /// - Returns: the worker that must be set to work, if any must.
    package func enter(_ call: Waiting) -> Int? {
        let (refusal, worker) = state.withLock { state -> (DatabaseError?, Int?) in
            if state.isClosed { return (.closed, nil) }
            if state.count >= capacity { return (.busy, nil) }
            state.arriving.append(call)
            return (nil, state.idleWorkers.popLast())
        }
        if let refusal { call.fail(refusal) }
        return worker
    }

    /// Sets an idle worker to work that does not wait here. Whoever does it dismisses the worker afterwards.
    ///
    /// - Returns: nil when all are at work, or nobody is let in any more.
    package func takeIdleWorker() -> Int? {
        state.withLock { $0.isClosed ? nil : $0.idleWorkers.popLast() }
    }

    /// Lets the worker go, unless calls have come to wait meanwhile.
    ///
    /// - Returns: whether it is dismissed; otherwise it must be set to work on those that wait.
    package func dismiss(_ worker: Int) -> Bool {
        let (isDismissed, idle) = state.withLock { state in
            guard state.count == 0 else { return (false, [CheckedContinuation<Void, Never>]()) }
            return (true, state.dismiss(worker, of: workerCount))
        }
        for continuation in idle { continuation.resume() }
        return isDismissed
    }

    /// The call that the worker does next. When there is none, the worker is dismissed and must not ask again.
    package func takeNext(for worker: Int) -> Waiting? {
        let (call, idle) = state.withLock { state in
            let call = state.takeFirst()
            return (call, call == nil ? state.dismiss(worker, of: workerCount) : [])
        }
        for continuation in idle { continuation.resume() }
        return call
    }

    /// The call that waits longest, if any does, for a worker who stays at work either way.
    package func takeNext() -> Waiting? {
        state.withLock { $0.takeFirst() }
    }

    /// The calls that wait, for a worker who stays at work.
    package func takeAll() -> [Waiting] {
        state.withLock { state in
            defer { (state.leaving, state.arriving) = ([], []) }
            return state.leaving.reversed() + state.arriving
        }
    }

    /// Refuses whoever comes from now on, and returns when all who have come are gone.
    package func close() async {
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
