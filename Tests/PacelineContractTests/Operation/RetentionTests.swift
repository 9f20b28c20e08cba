import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Retention")
struct RetentionTests {
    @Test(
        "events are purged after a week, and data derived from them stays",
        arguments: Implementation.allCases)
    func log(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            var app = try await ChangeReader(ben)
            for index in 0..<3 { try await ana.publishes("\(index)") }
            world.clock.advance(days: 6)
            try await ana.publishes("later")
            #expect(try await world.purgeExpired().contains { $0.name == "events" } == false)
            world.clock.advance(days: 2)
            #expect(try await world.purgeExpired().contains { $0.name == "events" })
            #expect(try await world.rows(of: "events WHERE kind = 'publishedWorkout'") == 1)
            #expect(try await app.summaries() == ["item 0", "item 1", "item 2", "item later"])
            try await ana.publishes("last")
            #expect(try await app.summaries() == ["item last"])
        }
    }

    @Test(
        "a community that was idle for long continues its log, and so does its copy",
        arguments: Implementation.allCases)
    func silent(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            try await ana.publishes("old")
            _ = try await ben.inbox()
            world.clock.advance(days: 100)
            for _ in 0..<2 { _ = try await world.purgeExpired() }
            #expect(try await world.rows(of: "events") == 1)
            let target = try SQLiteDatabase.inMemory()
            _ = try await CommunityCopy(from: world.database, to: target).run()
            let engine = try await Engine(
                database: target, environment: EngineEnvironment(now: { world.clock.now }))
            let token = try await engine.session(for: ben.id).changes(since: nil).next
            let draft = WorkoutDraft.sample(
                "new", type: .rowing, startedAt: world.clock.now, visibility: .public)
            let workout = try await engine.session(for: ana.id).publish(draft, as: .random(), ifMatch: nil)
                .workout
            let changes = try await engine.session(for: ben.id).changes(since: token).changes
            #expect(changes.map(\.item?.id) == [workout.id.item])
            #expect(try await engine.check() == [])
        }
    }

    @Test("nothing of an old event stays but its position", arguments: Implementation.allCases)
    func lastEvent(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            try await ana.publishes("last")
            let before = try await world.engine.session(for: ana.id).changes(since: nil)
            world.clock.advance(days: 6)
            _ = try await world.purgeExpired()
            #expect(try await world.rows(of: "events WHERE person = topic AND item IS NOT NULL") > 0)
            world.clock.advance(days: 2)
            #expect(try await world.purgeExpired().contains { $0.name == "events" })
            let named = try await world.database.read { connection in
                try connection.fetchFirst(
                    """
                    SELECT COUNT(*)
                    FROM events
                    WHERE person = \(ana.id) OR topic = \(ana.id) OR item IS NOT NULL OR kind <> 'retried'
                    """
                ) { $0[0] as Int }
            }
            #expect(named == 0)
            #expect(try await world.rows(of: "events") == 1)
            #expect(try await world.purgeExpired() == [])
            let later = try await ana.publishes("later")
            let changes = try await world.engine.session(for: ana.id).changes(since: before.next).changes
            #expect(changes.contains { $0.item?.id == later.id.item })
            #expect(try await world.engine.check() == [])
        }
    }

    @Test(
        "parked events are given up after 91 days, and nothing of them stays", .world,
        arguments: Implementation.allCases.filter { [.engineOnFile, .engineOnPostgres].contains($0) })
    func parkedEvents(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await ParkedEventScene(world)
        try await scene.damage(scene.workouts[1])
        try await scene.park()
        let count = try await scene.engine.parkedEventCount()
        world.clock.advance(days: 90)
        _ = try await scene.engine.purgeExpired()
        #expect(try await scene.engine.parkedEventCount() == count)
        #expect(try await world.rows(of: "events WHERE reach = 99") == 1)
        world.clock.advance(days: 2)
        let purged = try await scene.engine.purgeExpired()
        #expect(purged.contains { $0.name == "parked_events" && $0.rows == count })
        #expect(try await scene.engine.parkedEvents() == [])
        #expect(try await world.rows(of: "events WHERE reach = 99") == 0)
        #expect(try await world.rows(of: "events") == 1)
        // What the event would have earned is counted with the player's history.
        try await scene.engine.countAchievements(of: scene.players[1].id)
    }

    @Test("the log's lifetime can be configured", arguments: Implementation.allCases)
    func logDays(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.logLifetime = 30 * 86_400 }) { world in
            try await world.person("ana").publishes()
            world.clock.advance(days: 29)
            _ = try await world.purgeExpired()
            #expect(try await world.rows(of: "events WHERE kind IN ('signedUp', 'publishedWorkout')") == 2)
        }
    }

    @Test("notifications are purged after 90 days", arguments: Implementation.allCases)
    func notifications(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.givesKudos(to: try await ana.publishes())
            world.clock.advance(days: 89)
            _ = try await world.purgeExpired()
            #expect(try await world.rows(of: "notifications") == 1)
            world.clock.advance(days: 2)
            #expect(try await world.purgeExpired().contains { $0.name == "notifications" && $0.rows == 1 })
            #expect(try await world.rows(of: "notifications") == 0)
            #expect(try await world.rows(of: "notification_actors") == 0)
        }
    }

    @Test(
        "a purge during writes blocks no one and deletes nothing current",
        arguments: Implementation.allCases)
    func meanwhile(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            var app = try await ChangeReader(ben)
            for index in 0..<20 { try await ana.publishes("old \(index)") }
            world.clock.advance(days: 8)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for _ in 0..<5 { _ = try await world.purgeExpired() } }
                for writer in [ana, ben] {
                    group.addTask {
                        for index in 0..<10 { try await writer.publishes("\(writer.username) \(index)") }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await world.rows(of: "events WHERE kind = 'publishedWorkout'") == 20)
            let summaries = try await app.summaries()
            #expect(
                Set(summaries).isSuperset(
                    of: (0..<20).map { "item old \($0)" } + (0..<10).map { "item ana \($0)" }))
        }
    }

    @Test(
        "expired sign-ins, requests, codes and invitations are purged", arguments: Implementation.allCases)
    func shortLived(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.asks(ben)
            let group = try await ana.createsGroup()
            _ = try await ana.code(of: group)
            try await ana.invites(ben, to: group)
            let tables = ["sessions", "requests", "group_invites", "group_invitations", "changes"]
            _ = try await world.purgeExpired()
            for table in tables { #expect(try await world.rows(of: table) > 0, "\(table)") }
            world.clock.advance(days: 29)
            _ = try await world.purgeExpired()
            for table in tables { #expect(try await world.rows(of: table) > 0, "\(table)") }
            world.clock.advance(days: 92)
            _ = try await world.purgeExpired()
            for table in tables { #expect(try await world.rows(of: table) == 0, "\(table)") }
            #expect(try await world.purgeExpired() == [])
        }
    }
}
