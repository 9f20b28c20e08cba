import PacelineDatabase
import Synchronization

/// A database that fails on request.
final class FailingDatabase: DatabaseDecorator {
    let database: any Database
    private let failure = Mutex<(any Error)?>(nil)

    init() throws {
        database = try SQLiteDatabase.inMemory()
    }

    func fail(with error: (any Error)?) {
        failure.withLock { $0 = error }
    }

    private func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try check()
        return try await database.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try check()
        return try await database.write(body)
    }
}
