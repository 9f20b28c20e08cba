import Foundation
import Paceline
import PacelineDatabase
import Synchronization
import Testing

@testable import PacelineEngine

/// A community in which three players publish a workout each, and Ana is notified.
final class ParkedEventScene: Sendable {
    let world: World
    let engine: PacelineEngine.Engine
    let ana: Member
    let players: [Member]
    private let published = Mutex<[Workout.ID]>([])

    var workouts: [Workout.ID] { published.withLock { $0 } }

    /// - Parameter database: the server's database, if not the world's own.
    init(_ world: World, publishing: Bool = true, on database: (any Database)? = nil) async throws {
        self.world = world
        engine = try await Self.server(of: world, on: database ?? world.database)
        ana = try await world.person("ana")
        players = try await world.crowd(3)
        for player in players {
            _ = try await ana.services.follow(player.reference, notifications: true)
        }
        if publishing { try await publish() }
    }

    /// A second server of the community.
    static func server(of world: World, on database: any Database) async throws -> PacelineEngine.Engine {
        let clock = world.clock
        return try await PacelineEngine.Engine(
            database: database,
            environment: .init(now: { clock.now }, passwordCost: .fast, logTimeout: .seconds(30)))
    }

    func publish() async throws {
        for (player, title) in zip(players, ["first", "second", "third"]) {
            // The shortest that earns a badge.
            let workout = try await player.publishes(title, duration: 600)
            published.withLock { $0.append(workout.id) }
        }
    }

    /// Runs all consumers until they have parked the failing event.
    func park() async throws {
        for pause in [0.0, 1, 5, 25] {
            world.clock.advance(by: pause)
            try await engine.followWholeLog()
        }
        #expect(try await engine.parkedEvents().count == PacelineEngine.Engine.consumers.count)
    }

    /// Stores an unknown visibility.
    func damage(_ workout: Workout.ID) async throws {
        try await setVisibility(99, of: workout)
    }

    func repair(_ workout: Workout.ID) async throws {
        try await setVisibility(ItemVisibility.public.rawValue, of: workout)
    }

    private func setVisibility(_ visibility: Int, of workout: Workout.ID) async throws {
        try await world.database.write { connection in
            try connection.send("UPDATE events SET reach = \(visibility) WHERE subject = \(workout)")
            connection.notifyListeners()
        }
    }

    /// Whether the consumer has processed each workout.
    func made(by consumer: String) async throws -> [Bool] {
        let workouts = workouts
        return try await world.database.read { connection in
            try workouts.map { workout in
                switch consumer {
                case "notifications":
                    try connection.exists("SELECT 1 FROM notifications WHERE item = \(workout)")
                case "changes": try connection.exists("SELECT 1 FROM changes WHERE subject = \(workout)")
                case "activity":
                    try connection.exists(
                        """
                        SELECT 1 FROM items JOIN people ON people.id = items.owner
                        WHERE items.id = \(workout) AND people.active_at >= items.at
                        """)
                case "experience":
                    try connection.exists("SELECT 1 FROM achievement_evidence WHERE workout = \(workout)")
                default: throw UnknownConsumer(name: consumer)
                }
            }
        }
    }
}

private struct UnknownConsumer: Error {
    let name: String
}
