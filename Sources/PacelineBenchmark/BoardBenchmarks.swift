import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// The benchmarks of leaderboards, on ``LargeCommunity/players``.
struct BoardBenchmarks {
    private let database: TimedWrites
    private let engine: Engine
    private let community = LargeCommunity.players

    init(_ database: any Database, _ environment: EngineEnvironment) async throws {
        self.database = TimedWrites(database)
        engine = try await Engine(database: self.database, environment: environment)
    }

    /// - Parameter names: prefixes of the benchmarks to run; empty for all.
    func run(_ names: some Collection<String>) async throws -> [Measurement] {
        let all = LeaderboardQuery(scope: .global, range: .all, game: LargeCommunity.game)
        let day = LeaderboardQuery(
            scope: .global, range: .today, day: community.scoredDay(community.scoredDays - 1),
            game: LargeCommunity.game)
        var around = all
        around.isCentredOnViewer = true
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

    /// Times publishing a score with its eight standings and their counts, without the wait for the disk.
    private func publishTimings() async throws -> Timings {
        let day = unusedDay()
        // Warms up the writer's connection until it has mapped most of the file, as in a long-running server.
        for _ in 0..<4_000 { try await publish(on: day) }
        let processorBefore = Timings.processor
        let durations = try await database.timing {
            for _ in 0..<2_000 { try await publish(on: day) }
        }
        return Timings(durations: durations, processor: Timings.processor - processorBefore)
    }

    /// Times the same with many concurrent callers, whose transactions are committed in groups.
    private func concurrentPublishTimings() async throws -> Timings {
        let day = unusedDay()
        let processorBefore = Timings.processor
        let durations = try await database.timing { _ = try await publishRate { day } }
        return Timings(durations: durations, processor: Timings.processor - processorBefore)
    }

    /// Measures acknowledged scores per second with 64 callers.
    /// - Parameter chosen: returns the day of the next score.
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

    /// The games with up to six guesses.
    private static let games = GameCatalogue.standard.games
        .filter { $0.unit == .guesses && $0.maximum == 6 }.map(\.id)

    /// A day before the generated scores, so that most publications insert a score.
    private func unusedDay() -> Day { community.scoredDay(-Int.random(in: 1...5_000)) }

    private func session(_ random: inout some RandomNumberGenerator) -> Session {
        engine.session(for: LargeCommunity.person(Int.random(in: 0..<community.people, using: &random)))
    }
}
