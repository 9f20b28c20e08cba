import Foundation
import Paceline
import PacelineDatabase
import PacelinePostgres
import PacelineTestSupport
import Synchronization
import Testing

@testable import PacelineEngine

/// Each server retries a failing event on its own, but it is parked once for the community.
@Suite(
    "Parked events of two servers", .timeLimit(.minutes(5)),
    .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
struct TwoServersParkingTests {
    private static let consumers = PacelineEngine.Engine.consumers.map(\.name).sorted()

    @Test("an event that both retry at the same time is parked once, and both continue")
    func parkedOnce() async throws {
        try await Self.withServers { scene, one, other in
            try await scene.damage(scene.workouts[1])
            for pause in [0.0, 1, 5, 25] {
                #expect(try await one.parkedEvents() == [])
                scene.world.clock.advance(by: pause)
                _ = try await concurrently(
                    [one, other].map { server in { try await server.followWholeLog() } }
                )
                .values()
            }
            let parked = try await other.parkedEvents().sorted { $0.consumer < $1.consumer }
            #expect(parked.map(\.consumer) == Self.consumers)
            let reported = (one.pump.takeParked() + other.pump.takeParked()).sorted {
                $0.consumer < $1.consumer
            }
            #expect(reported == parked)
            #expect(one.pump.nextRetry == nil && other.pump.nextRetry == nil)

            let later = try await scene.players[0].publishes("later")
            try await other.followWholeLog()
            try await one.followWholeLog()
            #expect(try await scene.notified() == [scene.workouts[0]: 1, scene.workouts[2]: 1, later.id: 1])

            try await scene.repair(scene.workouts[1])
            let retried = try await concurrently(
                [one, other].map { server in { try await server.retryParkedEvents() } }
            ).values()
            #expect(retried.map(\.succeeded).reduce(0, +) == Self.consumers.count)
            #expect(retried.allSatisfy { $0.failed == 0 })
            #expect(try await one.parkedEvents() == [])
            let all = Dictionary(uniqueKeysWithValues: (scene.workouts + [later.id]).map { ($0, 1) })
            #expect(try await scene.notified() == all)
        }
    }

    @Test("while one server retries an event the other waits, then retries it itself")
    func inTurn() async throws {
        try await Self.withServers { scene, one, other in
            let gate = Gate()
            let tries = Mutex(0)
            let target = scene.workouts[1]
            let held = FaultyConsumer(NotificationConsumer(), at: target) { _ in
                gate.pass()
                throw EventFault.Rejection()
            }
            let waiting = FaultyConsumer(NotificationConsumer(), at: target) { _ in
                tries.withLock { $0 += 1 }
                throw EventFault.Rejection()
            }
            async let first: Void = one.pump.run([held], for: .worker)
            await gate.whenEntered()
            async let second: Void = other.pump.run([waiting], for: .worker)
            try await scene.world.database.waitForLock()
            #expect(tries.withLock { $0 } == 0)
            #expect(other.pump.nextRetry == nil, "waiting for an event does not count as its failure")
            gate.open()
            _ = try await (first, second)
            #expect(tries.withLock { $0 } > 0)
            let next = scene.world.clock.now.addingTimeInterval(1)
            #expect(one.pump.nextRetry == next && other.pump.nextRetry == next)
            #expect(try await scene.notified() == [scene.workouts[0]: 1])
        }
    }

    @Test("an event parked by one server is not retried by the other")
    func parkedElsewhere() async throws {
        try await Self.withServers { scene, one, other in
            let tries = Mutex(0)
            let consumer = FaultyConsumer(NotificationConsumer(), at: scene.workouts[1]) { _ in
                tries.withLock { $0 += 1 }
                throw EventFault.Rejection()
            }
            for pause in [0.0, 1, 5] {
                scene.world.clock.advance(by: pause)
                for server in [one, other] { try await server.pump.run([consumer], for: .worker) }
            }
            scene.world.clock.advance(by: 25)
            try await one.pump.run([consumer], for: .worker)
            #expect(try await one.parkedEvents().count == 1)
            let before = tries.withLock { $0 }
            try await other.pump.run([consumer], for: .worker)
            #expect(tries.withLock { $0 } == before)
            #expect(other.pump.nextRetry == nil)
            #expect(other.pump.takeParked() == [])
            #expect(try await other.parkedEvents().count == 1)
        }
    }

    /// A community with two servers, each with its own connections.
    private static func withServers(
        _ body:
            @escaping @Sendable (
                ParkedEventScene, _ one: PacelineEngine.Engine, _ other: PacelineEngine.Engine
            ) async throws -> Void
    ) async throws {
        try await Implementation.engineOnPostgres.run { world in
            let scene = try await ParkedEventScene(world)
            let name = try await world.database.read { connection in
                try connection.fetchFirst("SELECT current_database()::text") { $0[0] as String }
            }
            let database = try PostgresDatabase(address: TestPostgres.address(of: try #require(name)))
            let outcome: Result<Void, any Error>
            do {
                let other = try await ParkedEventScene.server(of: world, on: database)
                outcome = .success(try await body(scene, scene.engine, other))
            } catch {
                outcome = .failure(error)
            }
            try await database.close()
            try outcome.get()
        }
    }
}

extension ParkedEventScene {
    /// The number of Ana's notifications by workout.
    fileprivate func notified() async throws -> [Workout.ID: Int] {
        let workouts = try await world.database.read { connection in
            try connection.fetch("SELECT item FROM notifications WHERE kind = 'newWorkout'") {
                $0[0] as Workout.ID
            }
        }
        return workouts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension Database {
    /// Waits until a connection waits for a lock.
    fileprivate func waitForLock() async throws {
        let isWaiting: SQL = """
            SELECT 1
            FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND datname = current_database()
            """
        while try await !read({ try $0.exists(isWaiting) }) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
