import PacelineDatabase
import Synchronization

/// A database that times the bodies of write transactions, without the wait for the writer and the disk.
final class TimedWrites: DatabaseDecorator {
    let database: any Database
    private let durations = Mutex<[Duration]?>(nil)

    init(_ database: any Database) {
        self.database = database
    }

    /// Returns the durations of all writes during the operation.
    func timing(_ operation: () async throws -> Void) async throws -> [Duration] {
        durations.withLock { $0 = [] }
        try await operation()
        return durations.withLock { durations in
            defer { durations = nil }
            return durations ?? []
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await database.write { [self] connection in
            let start = ContinuousClock.now
            let value = try body(connection)
            let taken = ContinuousClock.now - start
            durations.withLock { $0?.append(taken) }
            return value
        }
    }
}
