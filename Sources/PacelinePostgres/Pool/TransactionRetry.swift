import Foundation

/// How often a transaction is run before its caller is told that it did not succeed.
struct TransactionRetry {
    private static let conflictLimit = 24
    private static let longestPause = 0.05

    private var conflicts = 0
    private var losses = 0
    private var possibleConflicts = 0

    /// Whether the others in the way were there before. It is then better to stand in line with them than to collide.
    var isContended: Bool { conflicts > 1 }

    /// Whether to run it again after the failure; waits for as long as is good before that.
    ///
    /// Nothing of a transaction that failed has happened, unless it was lost while it was committed.
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

    /// Those who collided do not try again at the same moment.
    private func pause() {
        let longest = min(0.001 * Double(1 << min(conflicts, 6)), Self.longestPause)
        Thread.sleep(forTimeInterval: Double.random(in: 0...longest))
    }
}
