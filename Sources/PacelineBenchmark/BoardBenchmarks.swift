import Foundation
import Paceline
import PacelineEngine

/// What boards are measured by, on ``LargeCommunity/players``.
struct BoardBenchmarks {
    let engine: Engine
    let community = LargeCommunity.players

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
                    "Board scores published, 64 callers",
                    { Measurement($0, perSecond: try await publishing(), atLeast: 10_000) }
                ),
            ])
    }

    private func boards(_ query: LeaderboardQuery, limit: Int) async throws -> Times {
        var random = SeededRandom(seed: 5)
        return try await Times.measuring(2_000) {
            let session = session(&random)
            return { _ = try await session.leaderboard(query, PageRequest(limit: limit)) }
        }
    }

    /// Acknowledged scores a second, each with its eight standings and what is counted of them.
    private func publishing() async throws -> Double {
        let (callers, each) = (64, 500)
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup { group in
            for _ in 0..<callers {
                group.addTask {
                    // A score of an earlier run would only be changed.
                    var random = SystemRandomNumberGenerator()
                    for _ in 0..<each {
                        let day = community.scoredDay(-Int.random(in: 1...5_000, using: &random))
                        let draft = ScoreDraft(
                            score: Int.random(in: 1...6, using: &random), isCompleted: true)
                        _ = try await session(&random).publish(draft, in: LargeCommunity.game, on: day)
                    }
                }
            }
            try await group.waitForAll()
        }
        return Double(callers * each) / ((clock.now - start).milliseconds / 1_000)
    }

    private func session(_ random: inout some RandomNumberGenerator) -> Session {
        engine.session(for: LargeCommunity.person(Int.random(in: 0..<community.people, using: &random)))
    }
}
