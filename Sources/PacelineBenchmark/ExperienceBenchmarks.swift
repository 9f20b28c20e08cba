import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// The benchmarks of XP and of friends' boards by training, on the large community.
struct ExperienceBenchmarks {
    private let database: TimedWrites
    private let engine: Engine
    private let community: LargeCommunity
    /// The engine's time.
    private let now: Date

    private static let friends = 200
    /// How many people with so many friends read their boards.
    private static let readers = 20

    init(
        _ database: any Database, _ environment: EngineEnvironment, _ community: LargeCommunity, now: Date
    ) async throws {
        self.database = TimedWrites(database)
        engine = try await Engine(database: self.database, environment: environment)
        self.community = community
        self.now = now
    }

    /// - Parameter names: prefixes of the benchmarks to run; empty for all.
    func run(_ names: some Collection<String>) async throws -> [Measurement] {
        try await Measurement.all(
            names,
            [
                (
                    "Experience: ledger entries verified",
                    { Measurement($0, perSecond: try await verifiedEntries(), atLeast: 200_000) }
                ),
                (
                    "Experience: week of 200 friends by XP",
                    { Measurement($0, try await weeks(by: .xp), p50: 1) }
                ),
                (
                    "Experience: week of 200 friends by distance",
                    { Measurement($0, try await weeks(by: .distance), p50: 1) }
                ),
                (
                    "Experience: workout published, inside its transaction",
                    { Measurement($0, try await publishTimings(), p50: nil) }
                ),
                (
                    "Experience: workout followed up, for each",
                    { Measurement($0, milliseconds: try await followingMilliseconds(), atMost: nil) }
                ),
            ])
    }

    private func verifiedEntries() async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let report = try await engine.verifyLedger()
        guard report.faults.isEmpty else { throw BenchmarkFailure("The ledger has faults.") }
        return Double(report.entries) / ((clock.now - start).milliseconds / 1_000)
    }

    // MARK: - Boards

    /// The numbers of the people with 200 friends.
    private var readers: Range<Int> { community.popular + 8_000..<community.popular + 8_000 + Self.readers }

    private func weeks(by metric: BoardMetric) async throws -> Timings {
        try await makeFriends()
        var random = SeededRandom(seed: 7)
        let query = LeaderboardQuery(scope: .friends, range: .week, metric: metric)
        return try await Timings.measuring(2_000) {
            let number = Int.random(in: readers, using: &random)
            let session = engine.session(for: LargeCommunity.person(number))
            return { _ = try await session.leaderboard(query, PageRequest()) }
        }
    }

    /// Gives the readers enough friends, each of whom trained on four days of the week. Repeating it adds nothing.
    private func makeFriends() async throws {
        let monday = Day(of: now, in: .gmt).week.lowerBound
        for reader in readers {
            let me = LargeCommunity.person(reader)
            let others = (0..<Self.friends * 2).map { (reader + 20_000 + $0 * 7) % community.people }
            try await database.write { connection in
                let missing =
                    try Self.friends
                    - (connection.fetchFirst("SELECT COUNT(*) FROM edges WHERE follower = \(me)") {
                        $0[0] as Int
                    } ?? 0)
                let known = Set(
                    try connection.fetch("SELECT followee FROM edges WHERE follower = \(me)") {
                        $0[0] as Person.ID
                    })
                let new = others.map(LargeCommunity.person).filter { !known.contains($0) }
                    .prefix(max(0, missing))
                for friend in new {
                    try connection.send(
                        "INSERT INTO edges (follower, followee, is_mutual, notifications, created_at)",
                        rows: SQLRows([(me, friend), (friend, me)]) { ($0.0, $0.1, 1, 0, now) })
                }
                let friends = known.union(new).sorted()
                let days = (0..<4).map { monday.adding(days: $0) }
                for day in days {
                    try connection.send(
                        "INSERT INTO experience_days (person, audience, day, xp)",
                        rows: SQLRows(friends) { ($0, 1, day, 400) }, ending: "ON CONFLICT DO NOTHING")
                    try connection.send(
                        """
                        INSERT INTO stats_days (person, reach, day, workouts, millimetres, grams, milliseconds,
                            long_workouts)
                        """, rows: SQLRows(friends) { ($0, 1, day, 1, 8_000_000, 0, 2_400_000, 1) },
                        ending: "ON CONFLICT DO NOTHING")
                }
            }
        }
    }

    // MARK: - Publishing

    /// Times publishing a public workout with its award, ledger entry and totals, without the wait for the disk.
    private func publishTimings() async throws -> Timings {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 { try await publish(&random) }
        let processorBefore = Timings.processor
        let durations = try await database.timing {
            for _ in 0..<2_000 { try await publish(&random) }
        }
        return Timings(durations: durations, processor: Timings.processor - processorBefore)
    }

    /// Measures the log's consumers, which rank people and notify, for each published workout.
    private func followingMilliseconds() async throws -> Double {
        let count = 2_000
        var random = SystemRandomNumberGenerator()
        try await engine.followLog()
        for _ in 0..<count { try await publish(&random) }
        let clock = ContinuousClock()
        let start = clock.now
        try await engine.followLog()
        return (clock.now - start).milliseconds / Double(count)
    }

    private func publish(_ random: inout some RandomNumberGenerator) async throws {
        let draft = WorkoutDraft(
            type: .rowing, title: "5000m",
            startedAt: now.addingTimeInterval(-Double.random(in: 3_600...500_000, using: &random)),
            duration: 1_200, measures: WorkoutMeasures(distance: 5_000, averageHeartRate: 150),
            visibility: .public)
        let number = Int.random(in: 0..<community.people, using: &random)
        _ = try await engine.session(for: LargeCommunity.person(number))
            .publish(draft, as: Workout.ID(UUID.version4(using: &random)), ifMatch: nil)
    }
}
