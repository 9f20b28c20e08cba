import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Closing seasons", .timeLimit(.minutes(5))) struct ClosingSeasonsTests {
    @Test("Seasons are closed when the server starts and after each pause, until it stops")
    func runsPeriodically() async throws {
        let (database, time, clock) = (try SQLiteDatabase.inMemory(), StoppedClock(), PausedClock())
        let engine = try await Engine(
            database: database, environment: .init(now: { time.now }, passwordCost: .fast))
        let ana = try await engine.member("ana").session
        let group = try await ana.createGroup(title: "Crew")
        let week = try await score(by: ana, at: time)
        let runner = PeriodicJobRunner(
            .closingSeasons, on: engine, clock: clock, logger: .quiet, metrics: MetricsRegistry())
        let running = Task { try await runner.run() }
        #expect(await clock.pause() == .seconds(60))
        #expect(try await ana.seasons(of: group.id, kind: .week, PageRequest()).items == [])
        time.advance(by: week.upperBound.endEverywhere.timeIntervalSince(time.now))
        clock.wake()
        _ = await clock.pause()
        let seasons = try await ana.seasons(of: group.id, kind: .week, PageRequest()).items
        #expect(seasons.map(\.firstDay) == [week.lowerBound])
        running.cancel()
        try await running.value
        try await database.close()
    }

    /// Publishes a score today.
    /// - Returns: the week of the score.
    private func score(by person: Session, at time: StoppedClock) async throws -> ClosedRange<Day> {
        let today = Day(of: time.now, in: .gmt)
        let wordle = try #require(Game.ID("wordle"))
        _ = try await person.publish(ScoreDraft(score: 3, isCompleted: true), in: wordle, on: today)
        return today.week
    }
}
