import Foundation
import Paceline
import PacelineDatabase
import Synchronization
import Testing

@testable import PacelineEngine

/// One event at fault stops nothing that is made from the log.
@Suite("Parked events") struct ParkedEventTests {
    /// What is wrong with an event.
    enum Fault: CaseIterable {
        case undecodable, violatesConstraint, throwsError
    }

    private static let implementations = Implementation.allCases.filter {
        $0 == .engineOnFile || $0 == .engineOnPostgres
    }
    private static let followers = PacelineEngine.Engine.followers.map(\.name)
    private static let cases = Fault.allCases.flatMap { fault in followers.map { (fault, $0) } }

    @Test(
        "each follower goes on past it, and makes up for it when it is tried again",
        arguments: implementations, cases)
    func goesOn(_ implementation: Implementation, _ fault: (kind: Fault, follower: String)) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world)
            let target = scene.workouts[1]
            if fault.kind == .undecodable { try await scene.damage(target) }
            let real = try #require(PacelineEngine.Engine.followers.first { $0.name == fault.follower })
            let follower = FaultyFollower(base: real, fault: fault.kind, target: target.uuid)

            // At once, and after 1, 5 and 25 seconds: only then it goes on.
            for pause in [0.0, 1, 5, 25] {
                #expect(try await scene.engine.parkedEvents() == [])
                world.clock.advance(by: pause)
                try await scene.engine.pump.run([follower], for: .worker)
            }
            let parked = try await scene.engine.parkedEvents()
            #expect(parked.map(\.follower) == [fault.follower])
            #expect(scene.engine.pump.takeParked() == parked)
            #expect(try await scene.made(by: fault.follower) == [true, false, true])

            try await scene.repair(target)
            #expect(try await scene.engine.retryParkedEvents() == 1)
            #expect(try await scene.engine.parkedEvents() == [])
            #expect(try await scene.made(by: fault.follower) == [true, true, true])
        }
    }

    @Test("a reader neither waits for it nor tries it, and sees what is there", arguments: implementations)
    func readers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world)
            try await scene.damage(scene.workouts[1])
            let ana = scene.engine.session(for: scene.ana.id)
            #expect(try await ana.notifications(.whole).items.count == 1)
            world.clock.advance(by: 0.5)
            #expect(try await ana.notifications(.whole).items.count == 1)
            await scene.engine.pump.retriesEnd()
            #expect(scene.engine.pump.nextTrial == world.clock.now.addingTimeInterval(0.5))
            #expect(try await ana.changes(since: nil, limit: 10).changes == [])
            #expect(try await ana.feed(FeedQuery(), .whole).items.count == 3)
            // Both fail for the second time.
            world.clock.advance(by: 60)
            #expect(try await scene.engine.followLog().retryAfter == 5)
        }
    }

    @Test(
        "where no job tries it, it is tried and parked behind the answers of readers",
        arguments: implementations)
    func behindReaders(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world)
            try await scene.damage(scene.workouts[1])
            let ana = scene.engine.session(for: scene.ana.id)
            for pause in [0.0, 1, 5, 25] {
                #expect(try await scene.engine.parkedEvents() == [])
                world.clock.advance(by: pause)
                #expect(try await ana.notifications(.whole).items.count == 1)
                await scene.engine.pump.retriesEnd()
            }
            #expect(try await scene.engine.parkedEvents().map(\.follower) == [NotificationFollower().name])
            #expect(try await ana.notifications(.whole).items.count == 2)
        }
    }

    @Test("the read cache lets go of everything at a row that it cannot read", arguments: implementations)
    func cache(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world)
            let ana = scene.engine.session(for: scene.ana.id)
            let before = try await ana.feed(FeedQuery(), .whole).items.map(\.id)
            let fourth = try await scene.players[0].publishes("fourth")
            try await scene.damage(fourth.id)
            #expect(
                try await ana.feed(FeedQuery(), .whole).items.map(\.id) == [FeedItem.ID(fourth.id.uuid)]
                    + before)
        }
    }

    @Test("a token from before an event that the change feed lacks loads anew", arguments: implementations)
    func tokens(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world, publishing: false)
            let ana = scene.engine.session(for: scene.ana.id)
            let old = try await ana.changes(since: nil, limit: 10).next
            try await scene.publish()
            try await scene.damage(scene.workouts[1])
            try await scene.park()
            await expectError(.changesExpired) { _ = try await ana.changes(since: old, limit: 10) }
            let new = try await ana.changes(since: nil, limit: 10).next
            #expect(try await ana.changes(since: new, limit: 10).changes == [])
            try await scene.repair(scene.workouts[1])
            #expect(try await scene.engine.retryParkedEvents() > 0)
            let changes = try await ana.changes(since: new, limit: 10).changes
            #expect(changes.compactMap(\.item?.id) == [FeedItem.ID(scene.workouts[1].uuid)])
            #expect(try await ana.changes(since: old, limit: 10).changes.compactMap(\.item).count == 3)
        }
    }

    @Test("the log is trimmed, and keeps what is parked", arguments: implementations)
    func trimming(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world)
            try await scene.damage(scene.workouts[1])
            try await scene.park()
            world.clock.advance(days: 30)
            _ = try await scene.players[0].publishes("later")
            #expect(try await scene.engine.trim().map(\.name).contains("events"))
            _ = try await scene.engine.trim()
            try await scene.repair(scene.workouts[1])
            #expect(try await scene.engine.retryParkedEvents() > 0)
            #expect(try await scene.engine.parkedEvents() == [])
        }
    }

    @Test("a stream says to load anew, and goes on", arguments: implementations)
    func streams(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world, publishing: false)
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

    @Test("a stream goes on past an event whose reading times out alone", arguments: implementations)
    func timeouts(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world, publishing: false)
            let start = try await scene.engine.session(for: scene.ana.id).attention().position
            try await scene.publish()
            var audience = LiveAudience()
            audience.viewers = [scene.ana.id]
            let attempts = Mutex(0)
            let batch = try await LiveBatch.next(after: start, atMost: 4, for: audience, of: scene.engine) {
                body in
                // The three attempts with the event fail: four events, two, and the one alone.
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                guard attempt > 3 else { throw DatabaseError.unavailable("It took too long.") }
                return try await world.database.read(body)
            }
            #expect(batch.tellings.map(\.content) == [.reset])
            #expect(batch.end == batch.tellings.first?.position)
        }
    }

    @Test(
        "an event of a newer program's is passed over by everything that follows the log",
        arguments: implementations)
    func unknownKind(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await Scene(world, publishing: false)
            let ana = scene.engine.session(for: scene.ana.id)
            #expect(try await ana.feed(FeedQuery(), .whole).items == [])
            let start = try await ana.attention().position
            try await scene.publish()
            try await world.database.write { connection in
                try connection.send(
                    "UPDATE events SET kind = 'fromTheFuture' WHERE subject = \(scene.workouts[1])")
                connection.announceChange()
            }
            #expect(try await ana.notifications(.whole).items.count == 2)
            #expect(try await scene.engine.followLog().retryAfter == nil)
            #expect(try await scene.engine.parkedEvents() == [])
            // What it changed is not known, so nothing that is kept in memory is relied on.
            #expect(try await ana.feed(FeedQuery(), .whole).items.count == 3)
            var titles: [String] = []
            for try await event in ana.events(after: start, watching: []) {
                if case .item(let item) = event.content { titles.append(item.workout?.title ?? "") }
                if titles.last == "third" { break }
            }
            #expect(titles == ["first", "third"])
        }
    }
}

/// A community in which three players publish a workout each, of which Ana is told.
private final class Scene: Sendable {
    let world: World
    let engine: PacelineEngine.Engine
    let ana: Member
    let players: [Member]
    private let published = Mutex<[Workout.ID]>([])

    var workouts: [Workout.ID] { published.withLock { $0 } }

    init(_ world: World, publishing: Bool = true) async throws {
        self.world = world
        let clock = world.clock
        engine = try await PacelineEngine.Engine(
            database: world.database,
            environment: .init(now: { clock.now }, passwordCost: .fast, logPatience: .seconds(30)))
        ana = try await world.person("ana")
        players = try await world.crowd(3)
        for player in players {
            _ = try await ana.services.follow(player.reference, notifications: true)
        }
        if publishing { try await publish() }
    }

    func publish() async throws {
        for (player, title) in zip(players, ["first", "second", "third"]) {
            let workout = try await player.publishes(title)
            published.withLock { $0.append(workout.id) }
        }
    }

    /// Parks, for everything that is made from the log, what cannot be followed.
    func park() async throws {
        for pause in [0.0, 1, 5, 25] {
            world.clock.advance(by: pause)
            try await engine.followWholeLog()
        }
        #expect(try await engine.parkedEvents().count == PacelineEngine.Engine.followers.count)
    }

    /// A visibility that no program knows.
    func damage(_ workout: Workout.ID) async throws {
        try await set(99, of: workout)
    }

    func repair(_ workout: Workout.ID) async throws {
        try await set(Visibility.public.rawValue, of: workout)
    }

    private func set(_ reach: Int, of workout: Workout.ID) async throws {
        try await world.database.write { connection in
            try connection.send("UPDATE events SET reach = \(reach) WHERE subject = \(workout)")
            connection.announceChange()
        }
    }

    /// Whether something was made of each workout.
    func made(by follower: String) async throws -> [Bool] {
        let workouts = workouts
        return try await world.database.read { connection in
            try workouts.map { workout in
                switch follower {
                case "notifications":
                    try connection.exists("SELECT 1 FROM notifications WHERE item = \(workout)")
                case "changes": try connection.exists("SELECT 1 FROM changes WHERE subject = \(workout)")
                case "activity":
                    try connection.exists(
                        """
                        SELECT 1 FROM items JOIN people ON people.id = items.owner
                        WHERE items.id = \(workout) AND people.active_at >= items.at
                        """)
                default: throw UnknownFollower(name: follower)
                }
            }
        }
    }
}

private struct UnknownFollower: Error {
    let name: String
}

/// A follower that fails at one event, after its work is done.
private struct FaultyFollower: LogFollower {
    let base: any LogFollower
    let fault: ParkedEventTests.Fault
    let target: UUID

    var name: String { base.name }
    var isPrompt: Bool { base.isPrompt }
    var start: LogStart { base.start }

    func follow(_ events: [LoggedEvent], _ log: FollowedLog) throws {
        try base.follow(events, log)
        guard events.contains(where: { $0.subject == target }) else { return }
        switch fault {
        case .undecodable: break
        case .throwsError: throw Refusal()
        case .violatesConstraint:
            for _ in 0..<2 {
                try log.connection.send("INSERT INTO secrets (name, value) VALUES ('twice', \([UInt8]()))")
            }
        }
    }

    struct Refusal: Error {}
}
