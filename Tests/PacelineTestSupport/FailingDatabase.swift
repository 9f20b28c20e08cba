import PacelineDatabase
import Synchronization

/// A database whose reads and writes fail on request.
package final class FailingDatabase: DatabaseDecorator {
    package let database: any Database
    private let failure = Mutex<(any Error)?>(nil)

    package init(_ database: any Database) {
        self.database = database
    }

    /// - Parameter error: what each read and write throws from now on; nil to succeed again.
    package func fail(with error: (any Error)?) {
        failure.withLock { $0 = error }
    }

    private func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try check()
        return try await database.read(body)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try check()
        return try await database.write(body)
    }
}
