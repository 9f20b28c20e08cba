import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// The benchmark of a global board by training, on ``LargeCommunity/players`` with more people.
struct TrainingBenchmarks {
    private let database: any Database
    private let engine: Engine
    private let community = LargeCommunity.players

    /// How many people are on the board.
    private static let ranked = 1_000_000
    /// The board of all time by XP, as its schema describes: kind 3, and the number of XP.
    private static let board: Int64 = 3 * 65_536 * 8_192 + 8_176

    init(_ database: any Database, _ environment: EngineEnvironment) async throws {
        self.database = database
        engine = try await Engine(database: database, environment: environment)
    }

    /// - Parameter names: prefixes of the benchmarks to run; empty for all.
    func run(_ names: some Collection<String>) async throws -> [Measurement] {
        try await Measurement.all(
            names,
            [
                (
                    "Board of 1,000,000 people by XP, top 100",
                    {
                        try await rankEveryone()
                        return Measurement($0, try await boards(isCentred: false, limit: 100), p50: nil)
                    }
                ),
                (
                    "Board of 1,000,000 people by XP, my rank and neighbours",
                    {
                        try await rankEveryone()
                        return Measurement(
                            $0, try await boards(isCentred: true, limit: 20), p50: 0.2, p99: 2)
                    }
                ),
            ])
    }

    private func boards(isCentred: Bool, limit: Int) async throws -> Timings {
        var random = SeededRandom(seed: 6)
        let query = LeaderboardQuery(
            scope: .global, range: .all, metric: .xp, isCentredOnViewer: isCentred)
        return try await Timings.measuring(2_000) {
            let number = Int.random(in: 0..<community.people, using: &random)
            let session = engine.session(for: LargeCommunity.person(number))
            return { _ = try await session.leaderboard(query, PageRequest(limit: limit)) }
        }
    }

    private static func points(_ number: Int) -> Int {
        Int((UInt64(number) &* 2_654_435_761 >> 5) % 300_000) + 1
    }

    /// Puts everyone on the board, once, with people who have a profile only. The others, as whom the benchmark reads,
    /// have days that add up to their points.
    private func rankEveryone() async throws {
        let isDone = try await database.read {
            try $0.exists("SELECT 1 FROM standings WHERE board = \(Self.board) LIMIT 1")
        }
        guard !isDone else { return }
        let size = 20_000
        for first in stride(from: 0, to: Self.ranked, by: size) {
            let numbers = first..<min(first + size, Self.ranked)
            try await database.write { [community] connection in
                try insertPeople(numbers.clamped(to: community.people..<Self.ranked), connection)
                try connection.send(
                    "INSERT INTO experience_days (person, audience, day, xp)",
                    rows: SQLRows(numbers.clamped(to: 0..<community.people)) {
                        (LargeCommunity.person($0), 3, community.scoredDay(0), Self.points($0))
                    })
                try connection.send(
                    "INSERT INTO standings (owner, board, minus_points, name, scores)",
                    rows: SQLRows(numbers) {
                        (
                            LargeCommunity.person($0), Self.board, -Self.points($0),
                            LargeCommunity.username($0), 1
                        )
                    })
            }
        }
        try await database.write { try insertCounts($0) }
    }

    private func insertPeople(_ numbers: Range<Int>, _ connection: any Connection) throws {
        let now = LargeCommunity.start
        try connection.send(
            """
            INSERT INTO people (id, username, display_name, name_folded, privacy_level, audience, friend_code,
                active_at, joined_at, updated_at)
            """,
            rows: SQLRows(numbers) { number in
                let name = LargeCommunity.username(number)
                return (
                    LargeCommunity.person(number), name, name.capitalized, name, "public", 3,
                    community.code(number), now, now, now
                )
            })
    }

    /// Counts points, and ranges of 64, 4,096, 262,144 and 16,777,216 points.
    private func insertCounts(_ connection: any Connection) throws {
        let ranges: [(width: Int64, first: Int64)] = [
            (1, 0), (1 << 6, 1 << 31), (1 << 12, 1 << 31 + 1 << 26), (1 << 18, 1 << 31 + 1 << 27),
            (1 << 24, 1 << 31 + 1 << 28),
        ]
        var counts: [Int64: Int] = [:]
        for number in 0..<Self.ranked {
            let points = Int64(Self.points(number))
            for (width, first) in ranges where points >= width {
                counts[Self.board << 32 + first + points / width, default: 0] += 1
            }
        }
        try connection.send(
            "INSERT INTO standing_counts (slot, people)",
            rows: SQLRows(counts.sorted { $0.key < $1.key }) { ($0.key, $0.value) })
    }
}
