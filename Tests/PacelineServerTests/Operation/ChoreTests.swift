import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Chores", .timeLimit(.minutes(1))) struct ChoreTests {
    enum Kind: CaseIterable {
        case closingSeasons, trimming, followingLog

        func chore(_ engine: Engine, _ clock: PausedClock) -> Chore<PausedClock> {
            switch self {
            case .closingSeasons: .closingSeasons(of: engine, clock: clock, logger: .quiet)
            case .trimming: .trimming(engine, clock: clock, logger: .quiet)
            case .followingLog:
                .followingLog(of: engine, clock: clock, logger: .quiet, metrics: MetricsRegistry())
            }
        }
    }

    @Test("A database that fails does not end it", arguments: Kind.allCases)
    func goesOn(_ kind: Kind) async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        try await database.close()
        let chore = kind.chore(engine, clock)
        let running = Task { try await chore.run() }
        for _ in 0..<3 {
            #expect(await clock.pause() != nil)
            clock.wake()
        }
        running.cancel()
        try await running.value
    }
}
