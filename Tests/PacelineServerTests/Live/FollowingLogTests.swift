import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Following the log", .timeLimit(.minutes(1))) struct FollowingLogTests {
    @Test("It polls the log after each pause, until the server stops")
    func polls() async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        let job = PeriodicJobRunner(
            .followingLog, on: engine, clock: clock, logger: .quiet, metrics: MetricsRegistry())
        let running = Task { try await job.run() }
        for _ in 0..<3 {
            #expect(await clock.pause() == .seconds(30))
            clock.wake()
        }
        running.cancel()
        try await running.value
        try await database.close()
    }

    @Test("A write is followed without waiting for the pause to end")
    func prompts() async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        let job = PeriodicJobRunner(
            .followingLog, on: engine, clock: clock, logger: .quiet, metrics: MetricsRegistry())
        let running = Task { try await job.run() }
        #expect(await clock.pause() == .seconds(30))
        _ = try await engine.member("ana")
        // The clock is not woken, so another pause means that the write triggered a run.
        #expect(await clock.pause() == .seconds(30))
        running.cancel()
        try await running.value
        try await database.close()
    }
}
