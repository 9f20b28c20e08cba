import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Synchronization
import Testing

@testable import PacelineEngine

/// A failing event does not stop the log's consumers.
@Suite("Parked events", .timeLimit(.minutes(5))) struct ParkedEventTests {
    private static let implementations = Implementation.allCases.filter {
        $0 == .engineOnFile || $0 == .engineOnPostgres
    }
    private static let consumers = PacelineEngine.Engine.consumers.map(\.name)
    private static let cases = EventFault.allCases.flatMap { fault in consumers.map { (fault, $0) } }

    @Test(
        "each consumer continues after it, and catches up when it is retried",
        arguments: implementations, cases)
    func resumes(_ implementation: Implementation, _ fault: (kind: EventFault, consumer: String)) async throws
    {
        try await implementation.run { world in
            let scene = try await ParkedEventScene(world)
            let target = scene.workouts[1]
            if fault.kind == .undecodable { try await scene.damage(target) }
            let real = try #require(PacelineEngine.Engine.consumers.first { $0.name == fault.consumer })
            let consumer = FaultyConsumer(real, at: target, fault.kind.happen)

            // Tried at once and after 1, 5 and 25 seconds before it is parked.
            for pause in [0.0, 1, 5, 25] {
                #expect(try await scene.engine.parkedEvents() == [])
                world.clock.advance(by: pause)
                try await scene.engine.pump.run([consumer], for: .worker)
            }
            let parked = try await scene.engine.parkedEvents()
            #expect(parked.map(\.consumer) == [fault.consumer])
            #expect(parked.allSatisfy { $0.error.hasPrefix("unavailable") } == (fault.kind == .timesOut))
            #expect(scene.engine.pump.takeParked() == parked)
            #expect(try await scene.made(by: fault.consumer) == [true, false, true])

            try await scene.repair(target)
            #expect(try await scene.engine.retryParkedEvents().succeeded == 1)
            #expect(try await scene.engine.parkedEvents() == [])
            #expect(try await scene.made(by: fault.consumer) == [true, true, true])
        }
    }

    @Test(
        "while the database is down, no event is parked, however often it is retried",
        arguments: implementations)
    func databaseAway(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let database = FailingDatabase(world.database)
            let absence = DatabaseError.unavailable("The database is down.")
            let scene = try await ParkedEventScene(world, on: database)
            let consumer = FaultyConsumer(NotificationConsumer(), at: scene.workouts[1]) { _ in
                database.fail(with: absence)
                throw absence
            }
            for pause in [0.0, 1, 5, 25, 125] {
                world.clock.advance(by: pause)
                await #expect(throws: absence) {
                    try await scene.engine.pump.run([consumer], for: .worker)
                }
                database.fail(with: nil)
                #expect(scene.engine.pump.nextRetry == nil)
            }
            #expect(try await scene.engine.parkedEvents() == [])
            try await scene.engine.pump.run([NotificationConsumer()], for: .worker)
            #expect(try await scene.made(by: NotificationConsumer().name) == [true, true, true])
        }
    }

    @Test("a retry that times out does not stop the others", .world, arguments: implementations)
    func retryingAfterTimeouts(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await ParkedEventScene(world)
        for workout in scene.workouts.prefix(2) { try await scene.damage(workout) }
        let notifications = NotificationConsumer()
        // The consumer tries each event four times, one after the other.
        for pause in [0.0, 1, 5, 25, 0, 1, 5, 25] {
            world.clock.advance(by: pause)
            try await scene.engine.pump.run([notifications], for: .worker)
        }
        #expect(try await scene.engine.parkedEvents().count == 2)
        for workout in scene.workouts.prefix(2) { try await scene.repair(workout) }
        let slow = FaultyConsumer(notifications, at: scene.workouts[0]) { _ in
            throw DatabaseError.unavailable("It took too long.")
        }
        let outcome = try await scene.engine.retryParkedEvents(with: [slow], pageSize: 1)
        #expect(outcome.succeeded == 1 && outcome.failed == 1)
        #expect(try await scene.engine.parkedEvents().count == 1)
        #expect(try await scene.made(by: notifications.name) == [false, true, true])
    }

    @Test("every parked event is retried, however many fail again", .world, arguments: implementations)
    func pages(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await ParkedEventScene(world)
        try await scene.damage(scene.workouts[1])
        try await scene.park()
        for size in 1...4 {
            let outcome = try await scene.engine.retryParkedEvents(
                with: PacelineEngine.Engine.consumers, pageSize: size)
            #expect(outcome.succeeded == 0 && outcome.failed == Self.consumers.count)
        }
        try await scene.repair(scene.workouts[1])
        let outcome = try await scene.engine.retryParkedEvents(
            with: PacelineEngine.Engine.consumers, pageSize: 1)
        #expect(outcome.succeeded == Self.consumers.count && outcome.failed == 0)
        #expect(try await scene.engine.parkedEventCount() == 0)
    }

    @Test("a read neither waits for it nor retries it, and shows earlier results", arguments: implementations)
    func readers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ParkedEventScene(world)
            try await scene.damage(scene.workouts[1])
            let ana = scene.engine.session(for: scene.ana.id)
            #expect(try await ana.notifications(.whole).items.count == 1)
            world.clock.advance(by: 0.5)
            #expect(try await ana.notifications(.whole).items.count == 1)
            await scene.engine.pump.waitForRetries()
            #expect(scene.engine.pump.nextRetry == world.clock.now.addingTimeInterval(0.5))
            #expect(try await ana.changes(since: nil, limit: 10).changes == [])
            #expect(try await ana.feed(FeedQuery(), .whole).items.count == 3)
            #expect(try await ana.achievements(of: .me) == [])
            // All three consumers fail for the second time.
            world.clock.advance(by: 60)
            #expect(try await scene.engine.followLog().retryAfter == 5)
        }
    }

    @Test(
        "without a background job, reads retry and park it in the background",
        arguments: implementations)
    func inBackground(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ParkedEventScene(world)
            try await scene.damage(scene.workouts[1])
            let ana = scene.engine.session(for: scene.ana.id)
            for pause in [0.0, 1, 5, 25] {
                #expect(try await scene.engine.parkedEvents() == [])
                world.clock.advance(by: pause)
                #expect(try await ana.notifications(.whole).items.count == 1)
                await scene.engine.pump.waitForRetries()
            }
            #expect(try await scene.engine.parkedEvents().map(\.consumer) == [NotificationConsumer().name])
            #expect(try await ana.notifications(.whole).items.count == 2)
        }
    }

    @Test("a row that cannot be decoded empties the read cache", arguments: implementations)
    func cache(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ParkedEventScene(world)
            let ana = scene.engine.session(for: scene.ana.id)
            let before = try await ana.feed(FeedQuery(), .whole).items.map(\.id)
            let fourth = try await scene.players[0].publishes("fourth")
            try await scene.damage(fourth.id)
            #expect(
                try await ana.feed(FeedQuery(), .whole).items.map(\.id) == [FeedItem.ID(fourth.id.uuid)]
                    + before)
        }
    }

    @Test("a token from before an event missing in the change feed is rejected", arguments: implementations)
    func tokens(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ParkedEventScene(world, publishing: false)
            let ana = scene.engine.session(for: scene.ana.id)
            let old = try await ana.changes(since: nil, limit: 10).next
            try await scene.publish()
            try await scene.damage(scene.workouts[1])
            try await scene.park()
            await expectError(.changesExpired) { _ = try await ana.changes(since: old, limit: 10) }
            let new = try await ana.changes(since: nil, limit: 10).next
            #expect(try await ana.changes(since: new, limit: 10).changes == [])
            try await scene.repair(scene.workouts[1])
            #expect(try await scene.engine.retryParkedEvents().succeeded > 0)
            let changes = try await ana.changes(since: new, limit: 10).changes
            #expect(changes.compactMap(\.item?.id) == [FeedItem.ID(scene.workouts[1].uuid)])
            #expect(try await ana.changes(since: old, limit: 10).changes.compactMap(\.item).count == 3)
        }
    }

    @Test("a purge of the log keeps parked events", arguments: implementations)
    func purging(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ParkedEventScene(world)
            try await scene.damage(scene.workouts[1])
            try await scene.park()
            world.clock.advance(days: 30)
            _ = try await scene.players[0].publishes("later")
            #expect(try await scene.engine.purgeExpired().map(\.name).contains("events"))
            _ = try await scene.engine.purgeExpired()
            try await scene.repair(scene.workouts[1])
            #expect(try await scene.engine.retryParkedEvents().succeeded > 0)
            #expect(try await scene.engine.parkedEvents() == [])
        }
    }

    @Test("a stream sends a reset and continues", arguments: implementations)
    func streams(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ParkedEventScene(world, publishing: false)
            let ana = scene.engine.session(for: scene.ana.id)
            let start = try await ana.attention().position
            try await scene.publish()
            try await scene.damage(scene.workouts[1])
            var contents: [String] = []
            for try await event in ana.events(after: start, watching: []) {
                switch event.content {
                case .item(let item): contents.append(item.workout?.title ?? "")
                case .reset: contents.append("reset")
                default: break
                }
                if contents.last == "third" { break }
            }
            #expect(contents == ["first", "reset", "third"])
        }
    }

    @Test("a stream skips a single event whose read times out", .world, arguments: implementations)
    func timeouts(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await ParkedEventScene(world, publishing: false)
        let start = try await scene.engine.session(for: scene.ana.id).attention().position
        try await scene.publish()
        var streams = OpenStreams()
        streams.viewers = [scene.ana.id]
        var batch: LiveBatch
        // On PostgreSQL, a transaction of another test can hide the event for a moment.
        repeat {
            try Task.checkCancellation()
            let attempts = Mutex(0)
            batch = try await LiveBatch.next(after: start, atMost: 4, for: streams, of: scene.engine) {
                body in
                // Attempts that include the event fail: with four events, two, and one.
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                guard attempt > 3 else { throw DatabaseError.unavailable("It took too long.") }
                return try await world.database.read(body)
            }
        } while batch.end == start
        #expect(batch.deliveries.map(\.content) == [.reset])
        #expect(batch.end == batch.deliveries.first?.position)
    }

    @Test(
        "an event of a newer version is skipped by all consumers of the log", .world,
        arguments: implementations)
    func unknownKind(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await ParkedEventScene(world, publishing: false)
        let ana = scene.engine.session(for: scene.ana.id)
        #expect(try await ana.feed(FeedQuery(), .whole).items == [])
        let start = try await ana.attention().position
        try await scene.publish()
        try await world.database.write { connection in
            try connection.send(
                "UPDATE events SET kind = 'fromTheFuture' WHERE subject = \(scene.workouts[1])")
            connection.notifyListeners()
        }
        #expect(try await ana.notifications(.whole).items.count == 2)
        #expect(try await scene.engine.followLog().retryAfter == nil)
        #expect(try await scene.engine.parkedEvents() == [])
        // Its effects are unknown, so the cache is not used.
        #expect(try await ana.feed(FeedQuery(), .whole).items.compactMap(\.workout).count == 3)
        var titles: [String] = []
        for try await event in ana.events(after: start, watching: []) {
            if case .item(let item) = event.content { titles.append(item.workout?.title ?? "") }
            if titles.last == "third" { break }
        }
        #expect(titles == ["first", "third"])
        // The badge of the second is missing, which the check finds, until the player's history is counted anew.
        #expect(try await world.engine.check().isEmpty == false)
        try await scene.engine.countAchievements(of: scene.players[1].id)
    }
}
