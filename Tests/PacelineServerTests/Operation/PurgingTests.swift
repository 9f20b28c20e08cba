import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Purging expired data", .timeLimit(.minutes(5))) struct PurgingTests {
    @Test("Expired data is removed at the start and after each pause, until the server stops")
    func runsPeriodically() async throws {
        let (database, time, clock) = (try SQLiteDatabase.inMemory(), StoppedClock(), PausedClock())
        let engine = try await Engine(
            database: database, environment: .init(now: { time.now }, passwordCost: .fast))
        for name in ["ana", "ben"] { _ = try await engine.member(name) }
        let runner = PeriodicJobRunner(
            .purging, on: engine, clock: clock, logger: .quiet, metrics: MetricsRegistry())
        let running = Task { try await runner.run() }
        #expect(await clock.pause() == .seconds(300))
        #expect(try await Self.events(in: database) > 1)
        time.advance(by: engine.environment.logLifetime + 1)
        clock.wake()
        _ = await clock.pause()
        #expect(try await Self.events(in: database) == 1, "the last event stays")
        running.cancel()
        try await running.value
        try await database.close()
    }

    private static func events(in database: any Database) async throws -> Int {
        try await database.read { try $0.fetchFirst("SELECT COUNT(*) FROM events") { $0[0] as Int } ?? 0 }
    }
}
