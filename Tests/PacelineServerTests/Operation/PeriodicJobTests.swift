import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Periodic jobs", .timeLimit(.minutes(1))) struct PeriodicJobTests {
    @Test(
        """
        There are jobs for ages, achievements, seasons, the log, mail, past workouts, purging, boards by training, \
        the filter and children
        """
    )
    func all() {
        #expect(
            Set(PeriodicJob.all.map(\.name)) == [
                "announcing ages", "closing seasons", "finding past achievements", "following the log",
                "purging expired rows", "ranking training",
                "rating texts", "releasing held texts",
                "sending mail", "separating children", "settling past workouts",
            ])
    }

    @Test("A database failure does not end a job", arguments: PeriodicJob.all)
    func survivesFailure(_ job: PeriodicJob) async throws {
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
