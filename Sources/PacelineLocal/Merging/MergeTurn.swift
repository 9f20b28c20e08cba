import Synchronization

/// Lets the steps of a merge, and what makes its community local again, run one after the other.
final class MergeTurn: Sendable {
    private struct State {
        var isTaken = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits until nothing else runs. Call ``end()`` afterwards.
    func begin() async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiters.append(waiter)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { waiter.resume() }
        }
    }

    func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
