import Foundation
import PacelineDatabase
import Synchronization
import Testing

@testable import PacelineEngine

@Suite("Where consumers start")
struct LogStartTests {
    @Test(
        "at the beginning of the log, or at its end when the consumer is registered", .world,
        arguments: StoredTableTests.implementations)
    func starts(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let engine = try await PacelineEngine.Engine(
            database: world.database, environment: EngineEnvironment(logTimeout: .seconds(30)))
        let (early, late) = (Recorder(name: "early", start: .beginning), Recorder(name: "late", start: .end))
        let ana = try await world.person("ana")
        let before = try await ana.publishes("before").id.uuid
        // Older transactions may still block the log here.
        let newest = try #require(try await world.database.read { try $0.newestEvent() })
        _ = try await engine.stableEnd(of: newest)
        try await world.database.write { try $0.registerConsumers([early, late]) }
        let after = try await ana.publishes("after").id.uuid
        // Registering again keeps the position.
        try await world.database.write { try $0.registerConsumers([early, late]) }
        try await engine.pump.run([early, late], for: .worker)
        #expect(early.workouts == [before, after])
        #expect(late.workouts == [after])
    }
}

/// Records the workouts that a consumer has processed.
private final class Recorder: LogConsumer {
    let name: String
    let isPrompt = true
    let start: LogStart
    private let seen = Mutex<Set<UUID>>([])

    init(name: String, start: LogStart) {
        self.name = name
        self.start = start
    }

    var workouts: Set<UUID> { seen.withLock { $0 } }

    func consume(_ events: [LoggedEvent], _ context: ConsumerContext) {
        seen.withLock { $0.formUnion(events.filter { $0.kind == .publishedWorkout }.map(\.subject)) }
    }
}
