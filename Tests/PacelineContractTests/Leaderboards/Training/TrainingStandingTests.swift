import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("Standings by training")
struct TrainingStandingTests {
    @Test(
        "communities from before boards by training have them after an update", .world,
        arguments: StoredTableTests.implementations)
    func migrated(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        for member in [ana, ben] {
            try await member.runs(10, minutes: 50)
            try await member.runs(9.5, minutes: 49, endingMinutesAgo: 0.5)
            try await member.lifts(1_200, endingMinutesAgo: 60 * 24 * 20, .friends)
            try await member.trains(.yoga, endingMinutesAgo: 60 * 24 * 45, metres: 900)
        }
        try await ben.plays(3)
        try await world.rankTraining()
        let (boards, scores) = (try await ana.allTraining(), try await ana.standings(.global))
        let step = try #require(Schema.migrations.first { $0.name.hasSuffix("boards by training") })
        try await world.database.write { connection in
            try connection.send("DELETE FROM standings WHERE NOT (\(SQL.isOfGame))")
            try connection.send(
                """
                DELETE FROM standing_counts
                WHERE slot / \(CountSlot.slotsPerBoard) % \(BoardKey.gameNumberCount)
                    >= \(BoardKey.firstMetricNumber)
                """)
            for column in ["millimetres", "grams", "milliseconds", "long_workouts"] {
                try connection.send("ALTER TABLE stats_days DROP COLUMN \(raw: column)")
            }
            try connection.send("DROP TABLE training_backlog")
            for index in ["seasons_by_span", "seasons_of_everyone"] {
                try connection.send("DROP INDEX \(raw: index)")
            }
            try connection.send("ALTER TABLE seasons DROP COLUMN metric")
            try connection.send("ALTER TABLE groups DROP COLUMN metrics")
            try connection.send(
                "CREATE UNIQUE INDEX seasons_by_span ON seasons (group_id, kind, first_day)")
            for statement in step.statements { try connection.send(statement) }
        }
        let friends = boards.filter { $0.hasPrefix("friends") }
        #expect(try await ana.allTraining([.friends]) == friends)
        #expect(try await world.rows(of: "training_backlog") == 2)
        for _ in 0..<2 {
            _ = try await PeriodicJob.rankingTraining.run(on: world.engine)
            #expect(try await ana.allTraining() == boards)
            #expect(try await ana.standings(.global) == scores)
            #expect(try await world.rows(of: "training_backlog") == 0)
        }
    }

    @Test(
        "old days, weeks and months are deleted, with their counts", .world,
        arguments: StoredTableTests.implementations)
    func old(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(5)
        try await ana.plays(3)
        try await world.rankTraining()
        let kinds = BoardPeriod.dayNumberCount * BoardKey.gameNumberCount
        func kept() async throws -> [Int] {
            var counts: [Int] = []
            for kind in 0...3 {
                let ofKind = "standings WHERE NOT (board % 8192 < 8176) AND board / \(kinds) = \(kind)"
                counts.append(try await world.rows(of: ofKind))
            }
            return counts
        }
        #expect(try await kept() == [5, 5, 5, 5], "all metrics but weight")
        let ages = [(39, [5, 5, 5, 5]), (3, [0, 5, 5, 5]), (348, [0, 5, 5, 5]), (60, [0, 0, 0, 5])]
        for (days, expected) in ages {
            world.clock.advance(days: days)
            _ = try await PeriodicJob.rankingTraining.run(on: world.engine)
            #expect(try await kept() == expected)
        }
        #expect(try await ana.training(.distance, .global, .all) == ["1 ana 5000"])
        #expect(try await ana.standings(.global, .all, on: nil) == ["1 ana 4"])
        let board = "slot / 4294967296"
        let counts = "standing_counts WHERE \(board) % 8192 >= 8176 AND \(board) / \(kinds) < 3"
        #expect(try await world.rows(of: counts) == 0)
    }

    @Test(
        "the check finds standings that are higher than what people did", .world,
        arguments: StoredTableTests.implementations)
    func checked(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(5)
        try await world.rankTraining()
        #expect(try await world.engine.check() == [])
        for change in [-1, 1] {
            try await world.database.write { connection in
                try connection.send(
                    """
                    UPDATE standings
                    SET minus_points = minus_points + \(change)
                    WHERE NOT (\(SQL.isOfGame))
                    """)
            }
            let counters = Set(try await world.engine.check().map(\.counter))
            #expect(counters.contains("standings.training") == (change < 0))
        }
    }

    @Test("each number of points above is in exactly one slot that a rank reads")
    func slots() {
        let board = BoardKey(.all, game: BoardKey.firstMetricNumber).number
        let numbers = [
            0, 1, 63, 64, 65, 4_095, 4_096, 4_097, 262_143, 262_144, 300_000, 16_777_215, 16_777_216,
            50_000_000, 2_147_483_646, 2_147_483_647, 3_000_000_000,
        ]
        for board in [board, BoardKey(.all, game: 1).number] {
            for points in numbers {
                let above = CountSlot.slots(above: points, on: board)
                for other in numbers {
                    let read = CountSlot.slots(of: other, on: board).count { slot in
                        above.contains { $0.contains(slot) }
                    }
                    let isMore = min(other, 2_147_483_647) > min(points, 2_147_483_647)
                    #expect(read == (isMore ? 1 : 0), "\(other) above \(points)")
                }
            }
        }
        let most = numbers.map { CountSlot.slots(above: $0, on: board).map(\.count).reduce(0, +) }.max() ?? 0
        #expect(most <= 400)
    }
}
