import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// What boards are measured by, on ``LargeCommunity/players``.
struct BoardBenchmarks {
    private let database: TimedWrites
    private let engine: Engine
    private let community = LargeCommunity.players

    init(_ database: any Database, _ environment: EngineEnvironment) async throws {
        self.database = TimedWrites(database)
        engine = try await Engine(database: self.database, environment: environment)
    }

    /// - Parameter names: beginnings of the names of those that are wanted; all when there are none.
    func run(_ names: some Collection<String>) async throws -> [Measurement] {
        let all = LeaderboardQuery(scope: .global, range: .all, game: LargeCommunity.game)
        let day = LeaderboardQuery(
            scope: .global, range: .today, day: community.scoredDay(community.scoredDays - 1),
            game: LargeCommunity.game)
        var around = all
        around.isAroundMe = true
        return try await Measurement.all(
            names,
            [
                (
                    "Board of 1,000,000 scores, top 100",
                    { Measurement($0, try await boards(all, limit: 100), p50: 0.1) }
                ),
                (
                    "Board, my rank and neighbours",
                    { Measurement($0, try await boards(around, limit: 20), p50: 0.2, p99: 2) }
                ),
                (
                    "Board of a day, with changes of rank",
                    { Measurement($0, try await boards(day, limit: 20), p50: nil) }
                ),
                (
                    "Board score published, inside its transaction",
                    { Measurement($0, try await publishTimings(), p50: 0.1) }
                ),
                (
                    "Board score published among 64 callers, inside its transaction",
                    { Measurement($0, try await concurrentPublishTimings(), p50: nil) }
                ),
                (
                    "Board scores of a day published, 64 callers",
                    {
                        let day = unusedDay()
                        return Measurement($0, perSecond: try await publishRate { day }, atLeast: nil)
                    }
                ),
                (
                    "Board scores of many years published, 64 callers",
                    { Measurement($0, perSecond: try await publishRate(on: unusedDay), atLeast: nil) }
                ),
            ])
    }

    private func boards(_ query: LeaderboardQuery, limit: Int) async throws -> Timings {
        var random = SeededRandom(seed: 5)
        return try await Timings.measuring(2_000) {
            let session = session(&random)
            return { _ = try await session.leaderboard(query, PageRequest(limit: limit)) }
        }
    }

    /// What a day's puzzle costs when all publish their results of it: each with its eight standings and what is
    /// counted of them.
    private func publishTimings() async throws -> Timings {
        let day = unusedDay()
        // Until the writer's connection has mapped most of the file, as that of a server has which has run for a while.
        for _ in 0..<4_000 { try await publish(on: day) }
        let processorBefore = Timings.processor
        let durations = try await database.timing {
            for _ in 0..<2_000 { try await publish(on: day) }
        }
        return Timings(durations: durations, processor: Timings.processor - processorBefore)
    }

    /// The same of one score among those of many, which share the wait for the disk.
    private func concurrentPublishTimings() async throws -> Timings {
        let day = unusedDay()
        let processorBefore = Timings.processor
        let durations = try await database.timing { _ = try await publishRate { day } }
        return Timings(durations: durations, processor: Timings.processor - processorBefore)
    }

    /// Acknowledged scores a second.
    /// - Parameter chosen: the day that a score is of.
    private func publishRate(on chosen: @escaping @Sendable () -> Day) async throws -> Double {
        let (callers, each) = (64, 500)
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup { group in
            for _ in 0..<callers {
                group.addTask {
                    for _ in 0..<each { try await publish(on: chosen()) }
                }
            }
            try await group.waitForAll()
        }
        return Double(callers * each) / ((clock.now - start).milliseconds / 1_000)
    }

    private func publish(on day: Day) async throws {
        var random = SystemRandomNumberGenerator()
        let game = Self.games[Int.random(in: Self.games.indices, using: &random)]
        let draft = ScoreDraft(score: Int.random(in: 1...6, using: &random), isCompleted: true)
        _ = try await session(&random).publish(draft, in: game, on: day)
    }

    /// Those that are won in up to six guesses.
    private static let games = GameCatalogue.standard.games
        .filter { $0.unit == .guesses && $0.maximum == 6 }.map(\.id)

    /// A day before all that was generated: a score of an earlier run would only be changed.
    private func unusedDay() -> Day { community.scoredDay(-Int.random(in: 1...5_000)) }

    private func session(_ random: inout some RandomNumberGenerator) -> Session {
        engine.session(for: LargeCommunity.person(Int.random(in: 0..<community.people, using: &random)))
    }
}
