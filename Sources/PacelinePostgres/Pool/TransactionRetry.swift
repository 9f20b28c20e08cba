import Foundation

/// Decides whether a failed transaction runs again: up to 24 times for conflicts, twice for other causes.
struct TransactionRetry {
    private static let conflictLimit = 24
    private static let longestPause = 0.05

    private var conflicts = 0
    private var losses = 0
    private var possibleConflicts = 0

    /// Whether the transaction conflicted repeatedly, so that taking turns is better than another conflict.
    var isContended: Bool { conflicts > 1 }

    /// Returns whether to retry after the failure. Sleeps before retrying a conflict.
    ///
    /// Retrying is safe, since a failed transaction changed nothing. A commit with an unknown outcome is not retried.
    mutating func shouldRetry(after failure: PostgresFailure) -> Bool {
        if failure.isConflict {
            conflicts += 1
            if conflicts < Self.conflictLimit { pause() }
            return conflicts < Self.conflictLimit
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
