import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Periodic jobs", .timeLimit(.minutes(1))) struct PeriodicJobTests {
    @Test("Seasons are closed, the log is followed, and what is over is removed")
    func all() {
        #expect(Set(PeriodicJob.all.map(\.name)) == ["closing seasons", "following the log", "trimming"])
    }

    @Test("A database that fails does not end any of them", arguments: PeriodicJob.all)
    func goesOn(_ job: PeriodicJob) async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        try await database.close()
        let runner = PeriodicJobRunner(
            job, on: engine, clock: clock, logger: .quiet, metrics: MetricsRegistry())
        let running = Task { try await runner.run() }
        for _ in 0..<3 {
            #expect(await clock.pause() != nil)
            clock.wake()
        }
        running.cancel()
        try await running.value
    }
}
