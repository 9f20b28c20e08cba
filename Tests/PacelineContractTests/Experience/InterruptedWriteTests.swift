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
        try await kill(.training, every: 17, on: implementation)
    }

    @Test("a reward is paid and refunded once, wherever the process is killed", arguments: engines)
    func rewards(_ implementation: Implementation) async throws {
        try await kill(.rewards, every: 13, on: implementation)
    }

    @Test("wherever a job is killed, its next run completes it", arguments: engines)
    func jobs(_ implementation: Implementation) async throws {
        try await kill(.jobs, every: 37, on: implementation)
    }

    /// - Parameter distance: how many statements are between two kills that are tried; five times as many on
    ///   PostgreSQL, where each needs a new database. A deep run kills at every statement.
    private func kill(
        _ script: InterruptedScript, every distance: Int, on implementation: Implementation
    ) async throws {
        let distance = implementation == .engineOnPostgres ? 5 * distance : distance
        let step = Repetitions.count(distance, deep: 1)
        let expected = try await implementation.withDatabase { database in
            try await InterruptedScene(script, on: database).states()
        }
        #expect(Set(expected).count == expected.count, "every step changes something")
        var (statement, kills, isKilled) = (1, 0, true)
        while isKilled {
            isKilled = try await implementation.withDatabase { [statement] database in
                try await InterruptedScene(script, on: database).isKilled(after: statement, expected)
            }
            (statement, kills) = (statement + step, kills + 1)
        }
        #expect(kills > 2)
    }
}
