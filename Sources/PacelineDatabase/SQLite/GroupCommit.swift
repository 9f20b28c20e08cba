import Dispatch
import GRDB
import Synchronization

/// Commits writes that wait at the same time in one transaction, so that they share one wait for the disk.
///
/// Each runs in a savepoint of its own: when one throws, it alone is undone. Callers are resumed after the commit,
/// in the order in which they came; when the commit fails, it fails for all of them.
final class GroupCommit: Sendable {
    /// Tells the caller how its write ended, given how the commit did.
    private typealias Completion = @Sendable (Result<Void, any Error>) -> Void

    private struct Pending: Sendable {
        let run: @Sendable (SQLiteConnection) -> Completion
        /// Ends it without having run.
        let fail: @Sendable (any Error) -> Void
    }

    private struct Queue {
        var pending: [Pending] = []
        var isDraining = false
    }

    private final class Cancellation: Sendable {
        let isRequested = Atomic(false)
    }

    /// The most writes in one transaction: enough to hide the disk, few enough that none waits long.
    private static let limit = 256

    private let writer: any DatabaseWriter
    private let queue = Mutex(Queue())

    init(_ writer: any DatabaseWriter) {
        self.writer = writer
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(
                    Pending(
                        run: { connection in
                            // Once begun a write is finished: its caller could not tell otherwise what happened.
                            let result = Result {
                                if cancellation.isRequested.load(ordering: .relaxed) {
                                    throw CancellationError()
                                }
                                return try connection.inSavepoint { try body(connection) }
                            }
                            return { commit in
                                continuation.resume(with: result.flatMap { value in commit.map { value } })
                            }
                        },
                        fail: { continuation.resume(throwing: $0) }))
            }
        } onCancel: {
            cancellation.isRequested.store(true, ordering: .relaxed)
        }
    }

    private func enqueue(_ write: Pending) {
        let begins = queue.withLock { queue in
            queue.pending.append(write)
            defer { queue.isDraining = true }
            return !queue.isDraining
        }
        if begins { drainLater() }
    }

    private func drainLater() {
        writer.asyncWriteWithoutTransaction { [self] database in
            let group = queue.withLock { queue in
                let group = Array(queue.pending.prefix(Self.limit))
                queue.pending.removeFirst(group.count)
                return group
            }
            commit(group, in: database)
            let goesOn = queue.withLock { queue in
                queue.isDraining = !queue.pending.isEmpty
                return queue.isDraining
            }
            if goesOn { drainLater() }
        }
    }

    private func commit(_ group: [Pending], in database: GRDB.Database) {
        var completions: [Completion] = []
        completions.reserveCapacity(group.count)
        do {
            try database.inTransaction(.immediate) {
                let connection = SQLiteConnection(database)
                for write in group {
                    completions.append(write.run(connection))
                    // Without it, what came before is undone, and what follows would commit by itself.
                    guard connection.isInTransaction else { throw DatabaseError.full }
                }
                return .commit
            }
            for complete in completions { complete(.success(())) }
        } catch {
            let error = DatabaseError.translated(error)
            for complete in completions { complete(.failure(error)) }
            // Those whose transaction could not begin have not run: they learn of the same failure.
            for write in group.dropFirst(completions.count) {
                write.fail(error)
            }
        }
    }
}
