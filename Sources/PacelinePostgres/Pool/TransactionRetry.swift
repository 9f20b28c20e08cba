import Foundation

/// Decides whether a failed transaction runs again: after conflicts until a deadline, after other causes once.
struct TransactionRetry {
    private static let longestPause = 0.05

    /// Conflicts are limited by time and not by number: on a busy machine, a transaction can lose to others many times
    /// within a second, although each of them makes progress.
    private let deadline: ContinuousClock.Instant
    private var conflicts = 0
    private var losses = 0
    private var possibleConflicts = 0

    /// Creates the decision for a transaction that starts now.
    init(timeout: Duration) {
        deadline = .now + timeout
    }

    /// Whether the transaction conflicted repeatedly, so that taking turns is better than another conflict.
    var isContended: Bool { conflicts > 1 }

    /// Returns whether to retry after the failure. Sleeps before retrying a conflict.
    ///
    /// Retrying is safe, since a failed transaction changed nothing. A commit with an unknown outcome is not retried.
    mutating func shouldRetry(after failure: PostgresFailure) -> Bool {
        // A contended transaction also waits for its turn, which can last longer than a lock should.
        if failure.isConflict || (isContended && failure.isLockTimeout) {
            conflicts += 1
            guard ContinuousClock.now < deadline else { return false }
            pause()
            return true
        }
        if failure.mayBeConflict {
            possibleConflicts += 1
            return possibleConflicts == 1
        }
        if failure.isConnectionLoss {
            losses += 1
            return losses == 1
        }
        return false
    }

    /// Sleeps for a random time with exponential backoff, so that transactions do not conflict again.
    private func pause() {
        let longest = min(0.001 * Double(1 << min(conflicts, 6)), Self.longestPause)
        Thread.sleep(forTimeInterval: Double.random(in: 0...longest))
    }
}
