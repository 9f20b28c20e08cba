import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Synchronization
import Testing

@Suite("Copying a community") struct CopyTests {
    @Test(
        "A copy fails if the source changes meanwhile, and leaves the target empty",
        arguments: 3...9)
    func changedMeanwhile(_ readNumber: Int) async throws {
        let (source, target) = (try SQLiteDatabase.inMemory(), try SQLiteDatabase.inMemory())
        try await signUp("first_one", in: source)
        let disturbed = DisturbedDatabase(source, afterRead: readNumber) {
            try await signUp("second_one", in: source)
        }
        let copy = try await CommunityCopy(from: disturbed, to: target)
        await #expect(throws: CommunityCopy.Failure.self) { try await copy.run() }
        #expect(try await people(in: target) == 0)
        #expect(try await people(in: source) == 2)
        // The source does not change any more.
        let counts = try await copy.run()
        #expect(counts.first { $0.table == "people" }?.rows == 2)
        #expect(try await people(in: target) == 2)
        try await signUp("third_one", in: target)
    }

    private func signUp(_ username: String, in database: SQLiteDatabase) async throws {
        let engine = try await Engine(database: database, environment: EngineEnvironment(passwordCost: .fast))
        let birthDate = try #require(Day(number: 1990_05_17))
        _ = try await engine.signUp(
            SignUp(
                username: username, password: "correct horse battery", displayName: nil,
                birthDate: birthDate))
    }

    private func people(in database: SQLiteDatabase) async throws -> Int? {
        try await database.read { try $0.fetchFirst("SELECT COUNT(*) FROM people") { $0[0] as Int } }
    }
}

/// A database that runs a closure once, after the given number of reads.
private final class DisturbedDatabase: DatabaseDecorator {
    let database: any Database
    private let readNumber: Int
    private let disturbance: @Sendable () async throws -> Void
    private let reads = Atomic(0)

    init(
        _ database: SQLiteDatabase, afterRead readNumber: Int,
        _ disturbance: @escaping @Sendable () async throws -> Void
    ) {
        self.database = database
        self.readNumber = readNumber
        self.disturbance = disturbance
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        let value = try await database.read(body)
        if reads.add(1, ordering: .relaxed).newValue == readNumber { try await disturbance() }
        return value
    }
}
