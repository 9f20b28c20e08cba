import PacelineDatabase
import Synchronization

/// A database whose process is killed after some statements: the write in which that happens is rolled back, as it is
/// when the process starts again, and nothing can be read or written from then on.
///
/// The end of a write counts as a statement: a process that is killed there has written, and did not answer.
package final class InterruptedDatabase: DatabaseDecorator {
    package let database: any Database
    /// How many more statements of writes run; nil without a limit.
    private let left = Mutex<Int?>(nil)
    private let done = Mutex(0)

    package init(_ database: any Database) {
        self.database = database
    }

    /// - Parameter count: how many more statements of writes run before the process is killed.
    package func kill(after count: Int) {
        left.withLock { $0 = count }
    }

    /// How many statements of writes have run.
    package var statements: Int { done.withLock { $0 } }

    package var isKilled: Bool { left.withLock { $0 == 0 } }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        guard !isKilled else { throw Self.killed }
        return try await database.read(body)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        let value = try await database.write { try body(InterruptedConnection($0, step: self.step)) }
        try step()
        return value
    }

    private static let killed = DatabaseError.unavailable("The process was killed.")

    private func step() throws {
        done.withLock { $0 += 1 }
        try left.withLock { left in
            guard let count = left else { return }
            guard count > 0 else { throw Self.killed }
            left = count - 1
        }
        if isKilled { throw Self.killed }
    }
}

/// Counts statements before they run.
private final class InterruptedConnection: ConnectionDecorator {
    let connection: any Connection
    private let step: () throws -> Void

    init(_ connection: any Connection, step: @escaping () throws -> Void) {
        self.connection = connection
        self.step = step
    }

    func willRunStatement() throws { try step() }
}
