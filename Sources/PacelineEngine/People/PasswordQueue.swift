import Dispatch
import Foundation
import Paceline

/// Hashes passwords, which takes a processor a good part of a second, without slowing down other requests: half of the
/// processors hash, few callers wait, and the rest get `busy`.
package actor PasswordQueue {
    /// The number of callers that hash, wait, and wait from one address, and how long one waits.
    package struct Limits: Sendable {
        package var hashing = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        package var waiting = 8
        package var waitingFromAddress = 2
        package var wait = Duration.seconds(2)

        package init() {}
    }

    private struct Waiter {
        let id: UInt64
        let address: String?
        /// Resumed with whether it is this caller's turn.
        let turn: CheckedContinuation<Bool, Never>
    }

    /// Off the cooperative thread pool.
    private static let threads = DispatchQueue(label: "paceline.passwords", attributes: .concurrent)

    private let limits: Limits
    private var hashing = 0
    private var waiters: [Waiter] = []
    private var lastID: UInt64 = 0

    init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Runs the work when a processor is free for it.
    /// - Parameter address: the caller's address; nil if it is unknown or local.
    /// - Throws: ``SocialError/Code/busy``, and the work's own errors.
    func run<Value: Sendable>(
        from address: String?, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard await waitForTurn(address) else {
            throw SocialError.busy
        }
        defer { finish() }
        return try await withCheckedThrowingContinuation { continuation in
            Self.threads.async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// The number of callers that wait.
    var waitingCount: Int { waiters.count }

    private func waitForTurn(_ address: String?) async -> Bool {
        guard hashing >= limits.hashing else {
            hashing += 1
            return true
        }
        let others = address.map { address in waiters.count { $0.address == address } } ?? 0
        guard waiters.count < limits.waiting, others < limits.waitingFromAddress else { return false }
        lastID += 1
        let id = lastID
        let deadline = Task {
            try await Task.sleep(for: limits.wait)
            giveUp(id)
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation { turn in
            waiters.append(Waiter(id: id, address: address, turn: turn))
        }
    }

    private func giveUp(_ id: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).turn.resume(returning: false)
    }

    /// Passes the turn on to the caller who waited longest.
    private func finish() {
        guard !waiters.isEmpty else {
            hashing -= 1
            return
        }
        waiters.removeFirst().turn.resume(returning: true)
    }
}

extension SocialError {
    static let busy = SocialError(
        .busy, "Too many people are signing in at the moment. Try again in a few seconds.", retryAfter: 2)
}
