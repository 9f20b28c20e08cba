import PacelineDatabase
import Synchronization

/// A database whose reads and writes fail on request.
package final class FailingDatabase: DatabaseDecorator {
    package let database: any Database
    private let failure = Mutex<(error: (any Error)?, onlyWriting: Bool)>((nil, false))

    package init(_ database: any Database) {
        self.database = database
    }

    /// - Parameters:
    ///   - error: what each read and write throws from now on; nil to succeed again.
    ///   - onlyWriting: whether reads succeed.
    package func fail(with error: (any Error)?, onlyWriting: Bool = false) {
        failure.withLock { $0 = (error, onlyWriting) }
    }

    private func check(isWriting: Bool) throws {
        let (error, onlyWriting) = failure.withLock { $0 }
        if let error, isWriting || !onlyWriting { throw error }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try check(isWriting: false)
        return try await database.read(body)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try check(isWriting: true)
        return try await database.write(body)
    }
}
