import PacelineDatabase

/// Why PostgreSQL did not do what it was asked for, with what decides whether to ask again.
struct PostgresFailure: Error {
    let error: DatabaseError
    /// The five characters by which PostgreSQL tells what happened; `nil` when the connection failed.
    let state: String?

    init(_ error: DatabaseError, state: String? = nil) {
        self.error = error
        self.state = state
    }

    /// The connection is gone, and what was not committed with it.
    static func lost(_ message: String) -> PostgresFailure {
        PostgresFailure(.unavailable(message))
    }

    /// What a command is answered with that comes after one that failed.
    static let skipped = PostgresFailure(.sql(message: "The statement before has failed."), state: "25P02")

    var isConnectionLoss: Bool {
        // The server says farewell when it is stopped, restarted, or told to end one connection.
        state.map { ["57P01", "57P02", "57P03", "57P05", "25P03"].contains($0) } ?? true
    }

    /// The server gave the transaction up because nothing came for too long: a commit that came then has not happened.
    var isIdleTimeout: Bool { state == "25P03" }

    /// Whether others were in the way, and would not be if the transaction ran again.
    var isConflict: Bool {
        // Without memory for more locks (53200), one transaction has held up the end of many others.
        state.map { ["40001", "40P01", "53200"].contains($0) } ?? false
    }

    /// Whether another transaction may have brought about what this one had made sure is not so. Running it again
    /// shows: it then sees what the other one did.
    var mayBeConflict: Bool {
        state.map { ["23505", "23503", "23P01"].contains($0) } ?? false
    }
}
