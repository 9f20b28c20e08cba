import Synchronization

/// A first-in, first-out queue of work for a fixed number of workers.
///
/// A worker is a thread with a connection. The queue tracks which workers are idle; its callers start them.
package final class WorkQueue<Worker>: Sendable {
    package typealias Work = any QueuedWork<Worker>

    private struct State {
        /// The newest work, in order of arrival.
        var incoming: [Work] = []
        /// The oldest work, in reverse order, since removing the last element is cheap.
        var outgoing: [Work] = []
        /// A stack: the worker that became idle last has the warmest cache.
        var idleWorkers: [Int]
        var isClosed = false
        /// The pending calls of ``close()``.
        var closers: [CheckedContinuation<Void, Never>] = []

        var count: Int { incoming.count + outgoing.count }

        mutating func takeFirst() -> Work? {
            if outgoing.isEmpty {
                outgoing = incoming.reversed()
                incoming.removeAll(keepingCapacity: true)
            }
            return outgoing.popLast()
        }

        /// - Returns: the callers of ``close()``, once all workers are idle.
        mutating func release(_ worker: Int, of count: Int) -> [CheckedContinuation<Void, Never>] {
            idleWorkers.append(worker)
            guard idleWorkers.count == count else { return [] }
            defer { closers = [] }
            return closers
        }
    }

    private let workerCount: Int
    private let capacity: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - workers: the number of workers.
    ///   - capacity: how many work items may wait. Further ones fail with ``DatabaseError/busy``.
    package init(workers: Int, capacity: Int = .max) {
        workerCount = workers
        self.capacity = capacity
        state = Mutex(State(idleWorkers: (0..<workers).reversed()))
    }

    /// The number of waiting work items.
    package var count: Int { state.withLock { $0.count } }

    /// Adds work, or fails it if the queue is full or closed.
    ///
    /// - Returns: an idle worker that the caller must start, or nil.
    package func add(_ work: Work) -> Int? {
        let (rejection, worker) = state.withLock { state -> (DatabaseError?, Int?) in
            if state.isClosed { return (.closed, nil) }
            if state.count >= capacity { return (.busy, nil) }
            state.incoming.append(work)
            return (nil, state.idleWorkers.popLast())
        }
        if let rejection { work.fail(rejection) }
        return worker
    }

    /// Claims an idle worker for work that is not in the queue. The caller must ``release(_:)`` it.
    ///
    /// - Returns: nil if all workers are busy or the queue is closed.
    package func takeIdleWorker() -> Int? {
        state.withLock { $0.isClosed ? nil : $0.idleWorkers.popLast() }
    }

    /// Marks the worker as idle, unless work is waiting.
    ///
    /// - Returns: whether the worker is idle. If not, the caller must start it.
    package func release(_ worker: Int) -> Bool {
        let (isReleased, closers) = state.withLock { state in
            guard state.count == 0 else { return (false, [CheckedContinuation<Void, Never>]()) }
            return (true, state.release(worker, of: workerCount))
        }
        for closer in closers { closer.resume() }
        return isReleased
    }

    /// Removes and returns the oldest work. If there is none, marks the worker as idle: it must stop.
    package func takeNext(for worker: Int) -> Work? {
        let (work, closers) = state.withLock { state in
            let work = state.takeFirst()
            return (work, work == nil ? state.release(worker, of: workerCount) : [])
        }
        for closer in closers { closer.resume() }
        return work
    }

    /// Removes and returns the oldest work, if any. The worker stays busy either way.
    package func takeNext() -> Work? {
        state.withLock { $0.takeFirst() }
    }

    /// Removes and returns all work, in order. The worker stays busy.
    package func takeAll() -> [Work] {
        state.withLock { state in
            defer { (state.outgoing, state.incoming) = ([], []) }
            return state.outgoing.reversed() + state.incoming
        }
    }

    /// Rejects new work, and returns when all workers are idle.
    package func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                let isIdle = state.idleWorkers.count == workerCount
                if !isIdle { state.closers.append(continuation) }
                return isIdle
            }
            if isIdle { continuation.resume() }
        }
    }
}
