import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Following the log", .timeLimit(.minutes(1))) struct LogKeeperTests {
    @Test("It looks again after each pause, until the server stops")
    func keeps() async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        let keeper = LogKeeper(engine: engine, clock: clock, logger: .quiet)
        let running = Task { try await keeper.run() }
        for _ in 0..<3 {
            #expect(await clock.pause() == .seconds(30))
            clock.wake()
        }
        running.cancel()
        try await running.value
        try await database.close()
    }

    @Test("A database that fails does not end it")
    func goesOn() async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        try await database.close()
        let running = Task { try await LogKeeper(engine: engine, clock: clock, logger: .quiet).run() }
        for _ in 0..<3 {
            #expect(await clock.pause() != nil)
            clock.wake()
        }
        running.cancel()
        try await running.value
    }
}
