import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineEngine

@Suite("Workouts from before workouts earned XP")
struct PastWorkoutsTests {
    private static let engines = Implementation.allCases.filter { $0 != .remote }
    private static let seeds = 1...Repetitions.count(2 as UInt64, deep: 40)

    @Test(
        "they count at once, and are settled later as if they had been published then", .world,
        arguments: engines, seeds)
    func settled(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        for owner in [ana, ben] { try await world.befriend(owner, cem) }
        var random = SeededRandom(seed: seed)
        for owner in [ana, ben] {
            for _ in 0..<12 { try await owner.runsAtRandom(&random) }
        }
        let before = try await [ana.sight(of: ana, ben), cem.sight(of: ana, ben)]
        for owner in [ana, ben] { try await world.forgetAwards(of: owner) }
        #expect(try await world.engine.check() == [])
        #expect(try await ana.services.me().stats.workouts == 12)
        #expect(try await ana.services.experience().lifetime == 0)
        #expect(try await ana.services.workouts(of: .me, .whole).items.allSatisfy { $0.experience == nil })

        // Meanwhile, some are published, edited and deleted as ever.
        let new = try await ana.runs(3)
        let edited = try await ana.services.workouts(of: .me, .whole).items[1]
        let draft = WorkoutDraft(edited)
        var other = draft
        other.measures.distance = 100
        for draft in [other, draft] {
            _ = try await ana.services.publish(draft, as: edited.id, ifMatch: nil)
        }
        try await ana.services.deleteWorkout(new.id)
        #expect(try await world.engine.check() == [])

        for _ in 0..<2 {
            try await world.engine.settlePastWorkouts()
            #expect(
                try await [ana.sight(of: ana, ben), cem.sight(of: ana, ben)] == before, "seed \(seed)")
            #expect(try await world.rows(of: "experience_backlog") == 0)
        }
    }

    @Test(
        "workouts that look impossible are held, old ones until their owner asks", .world, arguments: engines)
    func held(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let runs = [try await ana.runs(20), try await ana.runs(20, endingMinutesAgo: 30 * 24 * 60)]
        try await world.forgetAwards(of: ana)
        var environment = world.engine.environment
        environment.holdsAnomalies = true
        let holding = try await PacelineEngine.Engine(database: world.database, environment: environment)
        try await holding.settlePastWorkouts()
        #expect(try await ana.reviewed(runs[0]) == "0 of 1200 held, held; held")
        #expect(try await ana.reviewed(runs[1]) == "0 of 1200 held, held; late")
        #expect(try await ana.services.me().stats.workouts == 0)
    }

    @Test("a copy of a workout that was excluded meanwhile is held", arguments: engines)
    func excluded(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            let past = [try await ana.runs(10), try await ana.runs(10, endingMinutesAgo: 120)]
            try await world.forgetAwards(of: ana)
            // The same run as the first one, faster than anyone runs.
            let copy = try await ana.runs(20)
            #expect(copy.awardSummary == "0 of 1200 held, held")
            try await world.engine.decide(
                copy.id, WorkoutDecisionDraft(outcome: .excluded, reason: "In a car."))
            try await world.engine.settlePastWorkouts()
            #expect(try await ana.reviewed(past[0]) == "0 of 630 held, held; held")
            #expect(try await ana.reviewed(past[1]) == "630 of 630; plausible")
            #expect(try await ana.services.me().stats.workouts == 1)
            // The exclusion is lifted, and the past counts again.
            try await world.engine.decide(
                copy.id, WorkoutDecisionDraft(outcome: .approved, reason: "On foot."))
            #expect(try await ana.services.workout(past[0].id).experience?.status != .held)
        }
    }

    @Test("a long history is settled in slices", .world, arguments: engines)
    func slices(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let now = world.clock.now
        let drafts = (0..<250).map { (number: Int) -> WorkoutDraft in
            let end = now.addingTimeInterval(Double(-number) * 7_200)
            return .run(1, minutes: 10, endingAt: end)
        }
        for start in stride(from: 0, to: drafts.count, by: 50) {
            let results = try await ana.services.publish(
                drafts[start..<start + 50].map { IdentifiedDraft(id: .random(), draft: $0) })
            #expect(results.allSatisfy { $0.status == .created })
        }
        let before = try await ana.services.experience()
        #expect(before.lifetime > 0)
        try await world.forgetAwards(of: ana)
        try await world.engine.settlePastWorkouts()
        #expect(try await ana.services.experience() == before)
        #expect(try await world.rows(of: "awards") == drafts.count)
        let late = "awards WHERE eligibility = 1 AND award = 0 AND reason = 1"
        #expect(try await world.rows(of: late) == drafts.count - 14 * 12 - 1)
    }

    @Test("followers learn what past workouts are worth", .world, arguments: engines)
    func announced(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.follows(ana)
        let workout = try await ana.runs(10)
        try await ana.runs(10, endingMinutesAgo: 90, .private)
        try await world.forgetAwards(of: ana)
        // Kept in the cache.
        #expect(try await ben.services.feed(FeedQuery(), .whole).items.map(\.workout?.xpEarned) == [0])
        var app = try await ChangeReader(ben)
        try await world.engine.settlePastWorkouts()
        #expect(try await app.changes().map(\.item?.workout?.xpEarned) == [630])
        #expect(try await ben.services.feed(FeedQuery(), .whole).items.map(\.workout?.xpEarned) == [630])
        #expect(try await ana.card(of: workout).workout?.xpEarned == 630)
    }

    @Test("workouts that cannot be settled do not keep others from it", .world, arguments: engines)
    func failing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let owners = try await [world.person("ana"), world.person("ben")].sorted { $0.id < $1.id }
        for owner in owners {
            try await owner.runs(10)
            try await world.forgetAwards(of: owner)
        }
        let (first, last) = (owners[0], owners[1])
        try await world.obstructLedger(of: first)
        await #expect(throws: DatabaseError.self) { try await world.engine.settlePastWorkouts() }
        #expect(try await first.awards() == [0])
        #expect(try await last.awards() == [630])
        #expect(try await world.rows(of: "experience_backlog") == 1)
        try await world.database.write { try $0.send("DELETE FROM ledger_accounts WHERE sequence = 0") }
        try await world.engine.settlePastWorkouts()
        #expect(try await first.awards() == [630])
        #expect(try await world.rows(of: "experience_backlog") == 0)
    }

    @Test("people whose training cannot be recounted do not keep others from it", .world, arguments: engines)
    func unreadable(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let owners = try await [world.person("ana"), world.person("ben")].sorted { $0.id < $1.id }
        for owner in owners { try await owner.runs(10) }
        try await world.engine.followLog()
        let (first, backlogs) = (owners[0].id, ["training_backlog", "achievement_backlog"])
        try await world.database.write { connection in
            for backlog in backlogs {
                try connection.send("INSERT INTO \(raw: backlog) (person) SELECT id FROM people")
            }
            // A status that this version does not know.
            try connection.send("UPDATE awards SET status = 99 WHERE owner = \(first)")
        }
        await #expect(throws: DatabaseError.self) { try await world.engine.rankPastTraining() }
        await #expect(throws: DatabaseError.self) { try await world.engine.findPastAchievements() }
        for backlog in backlogs { #expect(try await world.rows(of: backlog) == 1, "\(backlog)") }
        try await world.database.write { connection in
            try connection.send("UPDATE awards SET status = 0 WHERE owner = \(first)")
        }
        try await world.engine.rankPastTraining()
        try await world.engine.findPastAchievements()
        for backlog in backlogs { #expect(try await world.rows(of: backlog) == 0, "\(backlog)") }
    }
}

extension Member {
    /// Publishes a run of the last weeks, which may overlap others, and may be late.
    fileprivate func runsAtRandom(_ random: inout SeededRandom) async throws {
        clock.tick()
        let age = Double(Int.random(in: 0...1_500_000, using: &random))
        let minutes = Double(Int.random(in: 1...18_000, using: &random)) / 60
        _ = try await services.publish(
            .run(
                Double(Int.random(in: 1...20, using: &random)), minutes: minutes,
                endingAt: clock.now.addingTimeInterval(-age),
                ItemVisibility.allCases.randomElement(using: &random) ?? .private),
            as: .random(), ifMatch: nil)
    }

    /// What the member sees of the owners' totals and workouts.
    fileprivate func sight(of owners: Member...) async throws -> [String] {
        var lines: [String] = []
        for owner in owners {
            let stats = try #require(try await sees(owner).stats)
            lines.append("\(owner.username): \(stats)")
            for workout in try await services.workouts(of: owner.reference, .whole).items {
                lines.append("\(workout.id) \(workout.xpEarned) \(workout.awardSummary)")
            }
        }
        return lines
    }
}

extension World {
    /// Takes away the awards and the ledger of a person's workouts, as if these had been published before the schema
    /// had any.
    func forgetAwards(of member: Member) async throws {
        try await database.write { [id = member.id] connection in
            let workouts = try connection.fetch(
                "SELECT id FROM items WHERE owner = \(id) AND kind = 'workout'"
            ) { $0[0] as Workout.ID }
            for table in ["stats", "stats_days", "stats_types", "experience_days", "ledger_accounts"] {
                try connection.send("DELETE FROM \(raw: table) WHERE person = \(id)")
            }
            try connection.send("DELETE FROM awards WHERE owner = \(id)")
            try connection.send("UPDATE items SET xp = 0, xp_earned = 0 WHERE owner = \(id)")
            for workout in workouts {
                let contribution = try connection.workout(workout)?.countedContribution
                try connection.changeStats(of: id, [(old: nil, new: contribution)], xp: [:])
            }
            try connection.send("INSERT INTO experience_backlog (person) VALUES (\(id))")
        }
    }

    /// Takes the place of the first entry in a person's ledger, so that appending it fails.
    fileprivate func obstructLedger(of member: Member) async throws {
        try await database.write { [id = member.id] connection in
            let account = UUID()
            try connection.send(
                """
                INSERT INTO ledger_accounts (id, person, sequence, balance, lifetime, head)
                VALUES (\(account), \(id), 0, 0, 0, \(LedgerChain.start))
                """)
            try connection.send(
                """
                INSERT INTO ledger_entries (account, sequence, at, kind, reason, policy, amount, balance, lifetime,
                    hash)
                VALUES (\(account), 1, 0, 1, 0, 1, 0, 0, 0, \(LedgerChain.start))
                """)
        }
    }
}

extension WorkoutDraft {
    /// The draft that a run was published from.
    fileprivate init(_ workout: Workout) {
        self.init(
            type: workout.type, title: workout.title, startedAt: workout.startedAt, endedAt: workout.endedAt,
            duration: workout.duration, measures: workout.measures, visibility: workout.visibility)
    }
}
