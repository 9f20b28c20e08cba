import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("Recounting what counted before")
struct FutureRecountTests {
    @Test(
        "after an update, workouts that had not taken place count nowhere, and a day has 24 hours", .world,
        arguments: StoredTableTests.implementations)
    func migrated(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        try await world.befriend(ana, ben)
        for member in [ana, ben, cem] { try await member.runs(5, endingMinutesAgo: 60 * 24) }
        // 40 hours that start on one day.
        for hours in [62, 41.5] {
            try await ben.trains(.hiking, minutes: 1_200, endingMinutesAgo: hours * 60)
        }
        let plan = try await ana.runs(12, minutes: 60, endingMinutesAgo: -11)
        world.clock.advance(by: 3_600)
        let recording = try await ana.runs(10, minutes: 55, endingMinutesAgo: 49)
        #expect(plan.awardSummary == "0 of 804 future")
        #expect(recording.awardSummary == "680 of 680")
        try await world.rankTraining()
        let before = try await [ana.ownTotals(), ben.ownTotals()]
        let boards = try await ana.allTraining()

        try await world.countPlan(plan.id, hiding: recording.id, of: ana)
        try await world.lengthenDays(of: ben)
        #expect(try await ana.ownTotals() != before[0])
        #expect(try await ana.allTraining() != boards)
        let step = try #require(Schema.migrations.first { $0.name.hasPrefix("36 ") })
        try await world.database.write { connection in
            for statement in step.statements { try connection.send(statement) }
        }
        #expect(try await world.rows(of: "training_backlog") == 2, "all but Cem")
        for _ in 0..<2 {
            _ = try await PeriodicJob.rankingTraining.run(on: world.engine)
            _ = try await PeriodicJob.findingPastAchievements.run(on: world.engine)
            #expect(try await [ana.ownTotals(), ben.ownTotals()] == before)
            #expect(try await ana.allTraining() == boards)
            #expect(try await world.engine.check() == [])
            #expect(try await world.rows(of: "training_backlog") == 0)
        }
        // What did not count is not subtracted either.
        let stats = try await ana.services.me().stats
        try await ana.services.deleteWorkout(plan.id)
        #expect(try await ana.services.me().stats == stats)
        #expect(try await world.engine.check() == [])
    }
}

extension Member {
    /// The member's totals, and what each workout earned.
    fileprivate func ownTotals() async throws -> [String] {
        let stats = try await services.me().stats
        return try await ["\(stats)"] + services.workouts(of: .me, .whole).items.map(\.awardSummary)
    }
}

extension World {
    /// Counts a future workout, of which a recording was a duplicate, as versions before schema step 36 did.
    fileprivate func countPlan(
        _ plan: Workout.ID, hiding recording: Workout.ID, of member: Member
    ) async throws {
        try await database.write { [id = member.id, now = clock.now] connection in
            let counted = try connection.workout(plan)?.statsContribution
            let hidden = try connection.workout(recording)?.countedContribution
            try connection.changeStats(of: id, [(old: nil, new: counted), (old: hidden, new: nil)], xp: [:])
            try connection.send(
                "UPDATE awards SET status = \(AwardStatus.duplicate) WHERE workout = \(recording)")
            try TrainingStandings(connection, at: now).rebuild(of: id)
        }
    }

    /// Adds 16 hours to a member's times on global boards, which had no limit of a day before schema step 36.
    fileprivate func lengthenDays(of member: Member) async throws {
        try await database.write { [id = member.id] connection in
            let number = try #require(BoardMetric.duration.boardNumber)
            let stored = try connection.standings(
                of: id, where: "board % \(BoardKey.gameNumberCount) = \(number)")
            let longer = Dictionary(uniqueKeysWithValues: stored.map { ($0.board, $0.points + 57_600) })
            var changes = StandingChanges()
            changes.replace(stored, by: longer, of: id, named: stored.first?.name ?? "")
            try changes.send(connection)
        }
    }
}
