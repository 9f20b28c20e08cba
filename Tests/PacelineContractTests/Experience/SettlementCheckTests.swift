import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("The check of what days earned")
struct SettlementCheckTests {
    @Test(
        "the check finds a day stored wrongly for any closeness, and a workout on a wrong day", .world,
        arguments: StoredTableTests.implementations)
    func damaged(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        for visibility in [ItemVisibility.public, .followers, .friends, .private] {
            try await ana.runs(
                10, minutes: 60, endingMinutesAgo: 120 * Double(visibility.rawValue), visibility)
        }
        try await ben.runs(10, minutes: 60)
        #expect(try await world.engine.check() == [])
        for closeness in [Closeness.friend, .follower, .stranger] {
            let rows: SQL = "experience_days SET xp = xp"
            let owned: SQL = "WHERE person = \(ana.id) AND audience = \(closeness.rawValue)"
            try await world.run("UPDATE \(rows) + 5 \(owned)")
            let found = try await world.engine.check().filter { $0.counter.hasPrefix("experience_days.2") }
            #expect(found.map(\.counter) == ["experience_days.2026-03-01.\(closeness)"])
            #expect(found.map(\.subject) == [ana.id.description])
            #expect(found.map { $0.stored - $0.counted } == [5])
            let faults = try await world.engine.verifyLedger().faults
            #expect(faults.map(\.kind) == [.wrongDay])
            #expect(faults.map(\.day) == [try day(2026_03_01)])
            #expect(faults.map(\.person) == ["ana"])
            try await world.run("UPDATE \(rows) - 5 \(owned)")
        }
        try await world.run("UPDATE awards SET status = 1 WHERE owner = \(ben.id)")
        let wrong = try await world.engine.check().filter { $0.counter == "awards.day" }
        #expect(wrong.map(\.subject) == [ben.id.description] && wrong.map(\.stored) == [1])
        try await world.run("UPDATE awards SET status = 0 WHERE owner = \(ben.id)")
    }

    @Test(
        "what an earlier version settled on another day is settled again after the update", .world,
        arguments: StoredTableTests.implementations)
    func settledAgain(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        try await cem.follows(ana)
        world.clock.advance(by: 14 * 3_600)
        try await ana.runs(11, minutes: 90, endingMinutesAgo: 90)
        let second = try await ana.runs(10, minutes: 90, endingMinutesAgo: 30)
        try await ben.runs(10, minutes: 90)
        try await world.run("UPDATE awards SET day = \(try day(2026_03_02)) WHERE workout = \(second.id)")
        #expect(try await world.engine.check().map(\.counter) == ["awards.day"])
        let step = try #require(EngineFeature.all.flatMap(\.steps).first { $0.number == 42 })
        var (anas, cems) = (try await ChangeReader(ana), try await ChangeReader(cem))
        for changed in [[second.id], []] {
            for statement in step.statements.suffix(2) { try await world.run(statement) }
            #expect(try await world.rows(of: "training_backlog") == 1)
            #expect(try await world.engine.check() == [], "it is not compared before the job has run")
            _ = try await PeriodicJob.rankingTraining.run(on: world.engine)
            #expect(try await world.rows(of: "training_backlog") == 0)
            #expect(try await world.rows(of: "awards WHERE day = 20260302") == 1)
            // It is worth as much as before, so that others learn nothing.
            #expect(try await anas.workouts().map(\.id) == changed)
            #expect(try await cems.changes() == [])
        }
    }

    @Test(
        "sprints that were settled before they were held together are held after the update", .world,
        arguments: StoredTableTests.implementations)
    func heldAfterwards(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        for owner in [ana, ben] { try await dan.follows(owner) }
        // With the sprints, it makes 100 km.
        try await ana.runs(98, minutes: 890, endingMinutesAgo: 3 * 24 * 60)
        // In a community that only lists them.
        let sprints = [
            try await ana.runs(1.2, minutes: 2, endingMinutesAgo: 10),
            try await ana.runs(1.2, minutes: 2, endingMinutesAgo: 50),
        ]
        try await ben.runs(10, minutes: 60)
        // It takes more than a day.
        try await cem.runs(60, minutes: 1_500)
        try await world.run("UPDATE awards SET day = \(try day(2026_03_02)) WHERE owner = \(cem.id)")
        var environment = world.engine.environment
        environment.holdsAnomalies = true
        let holding = try await PacelineEngine.Engine(database: world.database, environment: environment)
        let step = try #require(EngineFeature.all.flatMap(\.steps).first { $0.number == 49 })
        for statement in step.statements { try await world.run(statement) }
        #expect(try await world.rows(of: "training_backlog") == 2)
        try await world.engine.followLog()
        let evidenced = ["doubleDay", "kilometres100"]
        #expect(try await dan.earned(of: ana).filter(evidenced.contains) == evidenced.sorted())
        var (anas, bens, dans) = (
            try await ChangeReader(ana), try await ChangeReader(ben), try await ChangeReader(dan)
        )
        _ = try await PeriodicJob.rankingTraining.run(on: holding)
        // What the sprints earned is hidden at once, not only when the badges are found again.
        #expect(try await dan.earned(of: ana).filter(evidenced.contains) == [])
        let seen = try await dans.workouts()
        #expect(Set(seen.map(\.id)) == Set(sprints.map(\.id)) && seen.allSatisfy { $0.xpEarned == 0 })
        #expect(try await Set(anas.workouts().map(\.id)).isSuperset(of: sprints.map(\.id)))
        #expect(try await bens.changes() == [])
        for sprint in sprints { #expect(try await ana.reviewed(sprint) == "0 of 72 held, held; held") }
        #expect(try await ana.services.me().stats.distance == 98_000)
        #expect(try await ana.services.experience().lifetime == 7_366)
        #expect(try await ben.awards() == [690])
        try await holding.followLog()
        #expect(try await holding.check() == [])
        #expect(try await holding.verifyLedger().faults == [])
    }
}

extension World {
    fileprivate func run(_ statement: SQL) async throws {
        try await database.write { try $0.send(statement) }
    }
}

extension ChangeReader {
    /// The workouts that changed since the previous read.
    fileprivate mutating func workouts() async throws -> [Workout] {
        try await changes().compactMap(\.item?.workout)
    }
}
