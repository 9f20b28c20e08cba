import PacelineDatabase

/// An error from PostgreSQL with the state that decides whether to retry.
struct PostgresFailure: Error {
    let error: DatabaseError
    /// The five-character `SQLSTATE`, or `nil` if the connection failed.
    let state: String?

    init(_ error: DatabaseError, state: String? = nil) {
        self.error = error
        self.state = state
    }

    /// The connection was lost, and with it any uncommitted change.
    static func lost(_ message: String) -> PostgresFailure {
        PostgresFailure(.unavailable(message))
    }

    /// The failure of a command that was skipped because an earlier one failed.
    static let skipped = PostgresFailure(.sql(message: "An earlier statement failed."), state: "25P02")

    var isConnectionLoss: Bool {
        // PostgreSQL reports these states when it shuts down, restarts, or terminates a connection.
        state.map { ["57P01", "57P02", "57P03", "57P05", "25P03"].contains($0) } ?? true
    }

    /// Whether the transaction was idle for too long. PostgreSQL rolled it back, so a commit did not happen.
    var isIdleTimeout: Bool { state == "25P03" }

    /// Whether the transaction conflicted with others and may succeed if retried.
    var isConflict: Bool {
        // PostgreSQL runs out of lock memory (53200) if one long transaction keeps the locks of many others alive.
        state.map { ["40001", "40P01", "53200"].contains($0) } ?? false
    }

    /// Whether the statement waited too long for a lock.
    var isLockTimeout: Bool { state == "55P03" }

    /// Whether this constraint violation may come from a concurrent transaction, although this one checked first.
    /// A retry sees the other transaction's rows and decides again.
    var mayBeConflict: Bool {
        state.map { ["23505", "23503", "23P01"].contains($0) } ?? false
    }
}
