import Synchronization

/// Where calls wait, in the order in which they came, for one of a few workers.
///
/// A worker is a thread that has a connection. The room knows which are at work; who enters a call is told when it
/// is time to set another one to work.
package final class WorkQueue<Worker>: Sendable {
    package typealias Work = any QueuedWork<Worker>

    private struct State {
        /// Those who came last, in order.
        var incoming: [Work] = []
        /// Those whose turn is next, the first of them at the end, where taking it is cheap.
        var outgoing: [Work] = []
        /// Those not at work, the first to be called at the end: one that has just worked has its pages at hand.
        var idleWorkers: [Int]
        var isClosed = false
        var idleContinuations: [CheckedContinuation<Void, Never>] = []

        var count: Int { incoming.count + outgoing.count }

        mutating func takeFirst() -> Work? {
            if outgoing.isEmpty {
                outgoing = incoming.reversed()
                incoming.removeAll(keepingCapacity: true)
            }
            return outgoing.popLast()
        }

        /// - Returns: those who wait for all workers to be idle, once they are.
        mutating func release(_ worker: Int, of count: Int) -> [CheckedContinuation<Void, Never>] {
            idleWorkers.append(worker)
            guard idleWorkers.count == count else { return [] }
            defer { idleContinuations = [] }
            return idleContinuations
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
    package func add(_ work: Work) -> Int? {
        let (refusal, worker) = state.withLock { state -> (DatabaseError?, Int?) in
            if state.isClosed { return (.closed, nil) }
            if state.count >= capacity { return (.busy, nil) }
            state.incoming.append(work)
            return (nil, state.idleWorkers.popLast())
        }
        if let refusal { work.fail(refusal) }
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
    package func release(_ worker: Int) -> Bool {
        let (isReleased, idle) = state.withLock { state in
            guard state.count == 0 else { return (false, [CheckedContinuation<Void, Never>]()) }
            return (true, state.release(worker, of: workerCount))
        }
        for continuation in idle { continuation.resume() }
        return isReleased
    }

    /// The call that the worker does next. When there is none, the worker is dismissed and must not ask again.
    package func takeNext(for worker: Int) -> Work? {
        let (work, idle) = state.withLock { state in
            let work = state.takeFirst()
            return (work, work == nil ? state.release(worker, of: workerCount) : [])
        }
        for continuation in idle { continuation.resume() }
        return work
    }

    /// The call that waits longest, if any does, for a worker who stays at work either way.
    package func takeNext() -> Work? {
        state.withLock { $0.takeFirst() }
    }

    /// The calls that wait, for a worker who stays at work.
    package func takeAll() -> [Work] {
        state.withLock { state in
            defer { (state.outgoing, state.incoming) = ([], []) }
            return state.outgoing.reversed() + state.incoming
        }
    }

    /// Refuses whoever comes from now on, and returns when all who have come are gone.
    package func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                let isIdle = state.idleWorkers.count == workerCount
                if !isIdle { state.idleContinuations.append(continuation) }
                return isIdle
            }
            if isIdle { continuation.resume() }
        }
    }
}
