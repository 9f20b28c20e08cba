import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import PacelineTestSupport
import Testing

/// Kills a process at statements of requests and jobs, and of what follows from the log.
@Suite("Interrupted writes", .serialized, .timeLimit(.minutes(10)))
struct InterruptedWriteTests {
    private static let engines = [Implementation.engineInMemory, .engineOnPostgres]
        .filter(Implementation.allCases.contains)

    @Test(
        "wherever the process is killed, the next start shows the state before or after the request",
        arguments: engines)
    func requests(_ implementation: Implementation) async throws {
        try await kill(.training, times: 24, on: implementation)
    }

    @Test("a reward is paid and refunded once, wherever the process is killed", arguments: engines)
    func rewards(_ implementation: Implementation) async throws {
        try await kill(.rewards, times: 12, on: implementation)
    }

    @Test("wherever a job is killed, its next run completes it", arguments: engines)
    func jobs(_ implementation: Implementation) async throws {
        try await kill(.jobs, times: 12, on: implementation)
    }

    /// - Parameter count: how many statements the process is killed at, far apart; a third of these on PostgreSQL, where
    ///   each kill needs a new database. A deep run kills it at every statement.
    private func kill(
        _ script: InterruptedScript, times count: Int, on implementation: Implementation
    ) async throws {
        let (expected, statements) = try await implementation.withDatabase { database in
            try await InterruptedScene(script, on: database).states()
        }
        #expect(Set(expected).count == expected.count, "every step changes something")
        let count = Repetitions.count(
            implementation == .engineOnPostgres ? count / 3 : count, deep: statements)
        var kills = 0
        for statement in stride(from: 1, through: statements, by: max(1, statements / count)) {
            let isKilled = try await implementation.withDatabase { database in
                try await InterruptedScene(script, on: database).isKilled(after: statement, expected)
            }
            if isKilled { kills += 1 }
        }
        // Random ids may change the number of statements a little.
        #expect(kills > count / 2)
    }
}
